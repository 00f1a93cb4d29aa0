// Sends check-ins with sentry-go as its documentation shows.
package main

import (
	"os"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	if err := sentry.Init(sentry.ClientOptions{Dsn: os.Getenv("DSN")}); err != nil {
		panic(err)
	}
	config := &sentry.MonitorConfig{
		Schedule:      sentry.CrontabSchedule("12/5 22 * * *"),
		MaxRuntime:    30,
		CheckInMargin: 5,
		Timezone:      "Europe/Riga",
	}
	id := sentry.CaptureCheckIn(&sentry.CheckIn{MonitorSlug: "go-nightly", Status: sentry.CheckInStatusInProgress}, config)
	sentry.CaptureCheckIn(&sentry.CheckIn{ID: *id, MonitorSlug: "go-nightly", Status: sentry.CheckInStatusError}, config)
	sentry.Flush(10 * time.Second)
}
