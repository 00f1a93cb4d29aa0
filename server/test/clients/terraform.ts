import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../running-server.ts';
import { runClient } from './client-world.ts';
import type { Tool } from './fetched-tools.ts';

/** Makes Terraform use the provider of the tool. Returns a function that runs Terraform. */
export function openTerraform(tool: Tool, folder: string) {
  const settings = join(folder, 'terraform.rc');
  writeFileSync(
    settings,
    `provider_installation {\n  dev_overrides { "kristofferahl/healthchecksio" = "${tool.env.TF_PROVIDER}" }\n}\n`,
  );
  return (...args: readonly string[]) =>
    runClient(tool, [`-chdir=${folder}`, ...args, '-no-color', '-input=false'], {
      TF_CLI_CONFIG_FILE: settings,
    });
}

/** Returns a Terraform file that defines two checks and uses the Management API of a server. */
export function terraformFile(
  { baseURL }: Pick<RunningServer, 'baseURL'>,
  key: string,
  grace: number,
): string {
  return `terraform {
  required_providers {
    healthchecksio = { source = "kristofferahl/healthchecksio" }
  }
}
provider "healthchecksio" {
  api_key = "${key}"
  api_url = "${baseURL}/api/v1"
}
resource "healthchecksio_check" "cron" {
  name     = "terraform cron"
  desc     = "Made by Terraform"
  tags     = ["db", "prod"]
  grace    = ${grace}
  schedule = "0,30 2 * * *"
  timezone = "Asia/Tokyo"
}
resource "healthchecksio_check" "simple" {
  name    = "terraform simple"
  tags    = ["db"]
  timeout = 24 * 3600
  grace   = 30 * 60
}
`;
}
