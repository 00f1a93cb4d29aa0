// Sends check-ins with sentry-java as its documentation shows.
import io.sentry.CheckIn;
import io.sentry.CheckInStatus;
import io.sentry.MonitorConfig;
import io.sentry.MonitorSchedule;
import io.sentry.MonitorScheduleUnit;
import io.sentry.Sentry;
import io.sentry.util.CheckInUtils;

class SentryJava {
    public static void main(String[] args) throws Exception {
        Sentry.init(options -> options.setDsn(System.getenv("DSN")));
        MonitorConfig nightly = new MonitorConfig(MonitorSchedule.crontab("0 2 * * *"));
        nightly.setTimezone("Europe/Riga");
        nightly.setCheckinMargin(5L);
        nightly.setMaxRuntime(30L);
        CheckInUtils.withCheckIn("java-nightly", nightly, () -> "all well");
        try {
            CheckInUtils.withCheckIn("java-nightly", nightly, () -> {
                throw new IllegalStateException("disk is full");
            });
        } catch (IllegalStateException error) {
            Sentry.captureException(error);
        }
        CheckIn hourly = new CheckIn("java-hourly", CheckInStatus.OK);
        hourly.setMonitorConfig(new MonitorConfig(MonitorSchedule.interval(1, MonitorScheduleUnit.HOUR)));
        hourly.setDuration(1.5);
        Sentry.captureCheckIn(hourly);
        Sentry.flush(10_000);
        Sentry.close();
    }
}
