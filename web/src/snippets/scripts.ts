import type { WriteSnippet } from './snippet.ts';

export const python: WriteSnippet = (pingURL) =>
  `import time
import traceback
import urllib.request
import uuid

PING_URL = '${pingURL}'


def report(what, rid, body=None):
    """Never breaks the job: a ping that can't be delivered is dropped."""
    for attempt in range(5):
        try:
            urllib.request.urlopen(f'{PING_URL}/{what}?rid={rid}', data=body, timeout=10).close()
            return
        except OSError as error:
            if getattr(error, 'code', 503) not in (408, 429, 500, 502, 503, 504):
                return
            time.sleep(2**attempt)


def monitored(job):
    rid = uuid.uuid4()
    report('start', rid)
    try:
        job()
    except BaseException:
        report('fail', rid, traceback.format_exc().encode())
        raise
    report('end', rid)


def job():
    print('The work goes here.')


monitored(job)`;

export const node: WriteSnippet = (pingURL) =>
  `// job.mjs, for Node 20 or later
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const PING_URL = '${pingURL}';

/** Never breaks the job: a ping that can't be delivered is dropped. */
async function report(what, rid, body) {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      const options = { method: 'POST', body, signal: AbortSignal.timeout(10_000) };
      const { ok, status } = await fetch(\`\${PING_URL}/\${what}?rid=\${rid}\`, options);
      if (ok || ![408, 429, 500, 502, 503, 504].includes(status)) return;
    } catch {
      // No response: retry.
    }
    await wait(1000 * 2 ** attempt);
  }
}

async function monitored(job) {
  const rid = randomUUID();
  await report('start', rid);
  try {
    await job();
  } catch (error) {
    await report('fail', rid, String(error?.stack ?? error));
    throw error;
  }
  await report('end', rid);
}

await monitored(async () => {
  console.log('The work goes here.');
});`;

export const php: WriteSnippet = (pingURL) =>
  `<?php
const PING_URL = '${pingURL}';

/** Never breaks the job: a ping that can't be delivered is dropped. */
function report(string $what, string $rid, string $body = ''): void
{
    for ($attempt = 0; $attempt < 5; $attempt++) {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => 'Content-Type: text/plain',
            'content' => $body,
            'timeout' => 10,
            'ignore_errors' => true,
        ]]);
        $answer = @file_get_contents(PING_URL . "/$what?rid=$rid", false, $context);
        preg_match('/ (\\d{3})/', $http_response_header[0] ?? '', $found);
        $status = (int) ($found[1] ?? 0);
        if ($answer !== false && !in_array($status, [0, 408, 429, 500, 502, 503, 504], true)) {
            return;
        }
        sleep(2 ** $attempt);
    }
}

$rid = bin2hex(random_bytes(16));
report('start', $rid);
try {
    echo "The work goes here.\\n";
} catch (Throwable $error) {
    report('fail', $rid, (string) $error);
    throw $error;
}
report('end', $rid);`;

export const go: WriteSnippet = (pingURL) =>
  `package main

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

const pingURL = "${pingURL}"

var client = &http.Client{Timeout: 10 * time.Second}

// report never breaks the job: a ping that can't be delivered is dropped.
func report(what, rid, body string) {
	for attempt := 0; attempt < 5; attempt++ {
		answer, err := client.Post(pingURL+"/"+what+"?rid="+rid, "text/plain", strings.NewReader(body))
		if err == nil {
			answer.Body.Close()
			switch answer.StatusCode {
			case 408, 429, 500, 502, 503, 504:
			default:
				return
			}
		}
		time.Sleep(time.Second << attempt)
	}
}

func job() error {
	fmt.Println("The work goes here.")
	return nil
}

func main() {
	id := make([]byte, 16)
	rand.Read(id)
	rid := fmt.Sprintf("%x", id)
	report("start", rid, "")
	if err := job(); err != nil {
		report("fail", rid, err.Error())
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	report("end", rid, "")
}`;

export const powershell: WriteSnippet = (pingURL) =>
  `$PingUrl = '${pingURL}'
$Rid = [guid]::NewGuid()

# Never breaks the job: a ping that can't be delivered is dropped.
function Send-Ping([string] $What, [string] $Body = '') {
  foreach ($Attempt in 0..4) {
    try {
      Invoke-RestMethod -Method Post -Uri "$PingUrl/\${What}?rid=$Rid" -Body $Body -TimeoutSec 10 | Out-Null
      return
    } catch {
      $Status = [int] $_.Exception.Response.StatusCode
      if ($Status -notin 0, 408, 429, 500, 502, 503, 504) { return }
      Start-Sleep -Seconds ([math]::Pow(2, $Attempt))
    }
  }
}

Send-Ping start
try {
  $ErrorActionPreference = 'Stop'
  & 'C:\\path\\to\\job.ps1'
  Send-Ping end
} catch {
  Send-Ping fail "$_"
  throw
}`;
