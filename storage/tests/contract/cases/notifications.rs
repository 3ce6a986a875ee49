//! What people choose about notifications, codes for phones, and counts of text messages.

use storage::accounts::{Choice, Digest, NotificationChannel, NotificationSettings, NotificationType};
use storage::jobs::Job;
use storage::notifications::PhoneCode;
use storage::record::Stored;
use storage::{CreateUser, JobId, UserId};

use crate::World;
use crate::make::{ANNA, now, user};

fn chosen(cells: &[(NotificationType, Choice)]) -> NotificationSettings {
    let mut chosen = NotificationSettings::default();
    for (notification_type, choice) in cells {
        chosen.set((None, *notification_type, NotificationChannel::Email), Some(*choice));
    }
    chosen
}

pub async fn choices_are_compared_and_set(world: &World) {
    let accounts = &world.storage.accounts;
    assert_eq!(accounts.create_user(&user(ANNA, "anna", None)).await.unwrap(), CreateUser::Created);
    let off = chosen(&[(NotificationType::Feed, Choice::Off)]);
    assert!(accounts.set_notify(ANNA, None, &off).await.unwrap());
    // Another device that has read nothing yet is refused, and so is one that read something older.
    let daily = chosen(&[(NotificationType::Task, Choice::On(Digest::Daily))]);
    assert!(!accounts.set_notify(ANNA, None, &daily).await.unwrap());
    assert!(accounts.set_notify(ANNA, Some(&off), &daily).await.unwrap());
    assert!(!accounts.set_notify(ANNA, Some(&off), &off).await.unwrap());
    assert_eq!(accounts.user(ANNA).await.unwrap().unwrap().notify, Some(daily.clone()));
    // With the last choice taken back it is as if there had never been one.
    assert!(accounts.set_notify(ANNA, Some(&daily), &NotificationSettings::default()).await.unwrap());
    assert_eq!(accounts.user(ANNA).await.unwrap().unwrap().notify, None);
    assert!(!accounts.set_notify(UserId(999), None, &off).await.unwrap(), "nobody");
    assert!(accounts.user(UserId(999)).await.unwrap().is_none());
}

pub async fn text_messages_of_a_day_are_bounded(world: &World) {
    let bells = &world.storage.notifications;
    let job = |n: i64| Job::new(JobId(n), now(), "sms", String::new());
    let send = async |n: i64, day, segments| {
        bells.count_sms(ANNA, day, segments, 3, vec![job(n).insert()]).await.unwrap()
    };
    assert!(send(1, 20_000, 2).await);
    assert!(!send(2, 20_000, 2).await, "four segments");
    // Of many at once one takes the last.
    let many = futures_util::future::join_all((3..9).map(|n| send(n, 20_000, 1))).await;
    assert_eq!(many.iter().filter(|sent| **sent).count(), 1);
    assert!(send(9, 20_001, 3).await, "the next day");
    let due = world.storage.jobs.due(job(1).shard, job(1).minute, None, now() + 1, 99).await.unwrap();
    assert!(due.iter().all(|job| job.job_id != JobId(2)), "what was not counted is not sent");
}

pub async fn a_code_is_tried_by_its_count(world: &World) {
    let bells = &world.storage.notifications;
    let code = PhoneCode {
        user_id: ANNA,
        phone: "+46701234567".to_owned(),
        hash: "a".to_owned(),
        tries: 0,
        expires: now() + 600_000,
    };
    assert!(bells.put_phone_code(&code, Vec::new()).await.unwrap());
    let many = futures_util::future::join_all((0..5).map(|_| bells.try_phone_code(&code))).await;
    assert_eq!(many.into_iter().filter(|tried| *tried.as_ref().unwrap()).count(), 1);
    let tried = bells.phone_code(ANNA).await.unwrap().unwrap();
    assert_eq!(tried, PhoneCode { tries: 1, ..code.clone() });
    // Another code in its place begins anew, and a try of the old one counts no more.
    let other = PhoneCode { hash: "b".to_owned(), ..code.clone() };
    assert!(bells.put_phone_code(&other, Vec::new()).await.unwrap());
    assert!(!bells.try_phone_code(&code).await.unwrap());
    assert_eq!(bells.phone_code(ANNA).await.unwrap(), Some(other.clone()));
    assert!(!bells.forget_phone_code(&code).await.unwrap());
    assert!(bells.forget_phone_code(&other).await.unwrap());
    assert_eq!(bells.phone_code(ANNA).await.unwrap(), None);
}
