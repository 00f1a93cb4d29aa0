//! Uses the crate healthchecks as its documentation shows. Prints one line for each answer.

use healthchecks::manage::{get_client_with_url as manager, UpsertResult};
use healthchecks::model::{NewCheck, UpdatedCheck};
use healthchecks::ping::get_client_with_url as pinger;
use std::env::{args, var};

fn main() {
    let base = var("BASE").unwrap();
    if args().nth(1).as_deref() == Some("uuid") {
        ping(&base)
    } else {
        manage(&base)
    }
}

fn ping(base: &str) {
    let client = pinger(&var("PING_ID").unwrap(), &format!("{base}/ping")).unwrap();
    println!("{}", client.start_timer());
    println!("{}", client.report_success());
    println!("{}", client.report_failure_with_logs("broken"));
}

fn manage(base: &str) {
    let key = var("API_KEY").unwrap();
    let client = manager(key, None, format!("{base}/api/v3")).unwrap();
    let check = |name: &str| NewCheck {
        name: Some(name.into()),
        tags: Some("db prod".into()),
        timeout: Some(3600),
        grace: Some(600),
        unique: Some(vec!["name".into()]),
        ..Default::default()
    };
    let (result, created) = client.upsert_check(check("rust job")).unwrap();
    println!("created {} {}", matches!(result, UpsertResult::Created), created.name);
    let (result, _) = client.upsert_check(check("rust job")).unwrap();
    println!("updated {}", matches!(result, UpsertResult::Updated));
    let id = created.id().unwrap();
    let edit = UpdatedCheck {
        name: Some("rust job 2".into()),
        ..Default::default()
    };
    println!("changed {}", client.update_check(edit, &id).unwrap().name);
    println!("found {}", client.get_check(&id).unwrap().name);
    println!("listed {}", client.get_checks().unwrap().len());
    // list_logged_pings and list_status_changes send POST, which Healthchecks refuses too.
    println!("channels {}", client.get_channels().unwrap().len());
    println!("paused {}", client.pause(&id).unwrap().status);
    println!("deleted {}", client.delete(&id).unwrap().name);
}
