//! What acts of boards, bookings and courses ask of the store: the same for few rows as for many, and not oftener than the tables
//! here say. Who asks (the session) and what they may do are counted with it.

use std::collections::BTreeMap;

use crate::harness::{Answer, Cost, Value, World, cost_of, cost_with_decision, json};
use crate::v1_boards::{board, its, shown};
use crate::v1_bookings::{books, day, does, holds, moves as moves_booking, of as of_room, room, span};
use crate::v1_courses::{at, enrols, of_lesson, of_module, published};
use crate::v1_invitations::{accepts, invites, secret};
use crate::v1_tasks::{edits, its as of_task, read, sets};

/// What each act cost.
#[derive(Default)]
struct Costs(BTreeMap<&'static str, Cost>);

impl Costs {
    async fn of(&mut self, act: &'static str, call: impl Future<Output = Answer>, status: u16) -> Value {
        let (answer, cost) = cost_of(call).await;
        self.0.insert(act, cost);
        answer.is(status)
    }

    /// As [`Self::of`], of an act that is decided together with others.
    async fn decided(&mut self, act: &'static str, call: impl Future<Output = Answer>, status: u16) -> Value {
        let (answer, cost) = cost_with_decision(call).await;
        self.0.insert(act, cost);
        answer.is(status)
    }

    /// No act costs more than its round trips that read, and its writes.
    #[track_caller]
    fn within(&self, most: &[(&str, usize, usize)]) {
        let named: Vec<&str> = most.iter().map(|(act, ..)| *act).collect();
        assert!(self.0.keys().all(|act| named.contains(act)), "{:?}", self.0);
        for (act, reads, writes) in most {
            let cost = self.0[act];
            assert!(cost.reads <= *reads && cost.writes <= *writes, "{act} of {:?}", self.0);
        }
    }
}

/// The id of a board's list.
fn list(board: &Value, at: usize) -> Value {
    board["lists"][at]["idList"].clone()
}

/// Acts of a board that has some cards.
async fn on_a_board(world: &World, cards: usize) -> Costs {
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, doing) = (list(&made, 0), list(&made, 1));
    let add = async |title: &str| {
        let draft = json!({"idList": todo, "txTitle": title});
        anna.post(&its(&made, "/cards"), draft).await
    };
    let mut ids = Vec::with_capacity(cards);
    for n in 0..cards {
        ids.push(add(&n.to_string()).await.is(201)["cards"][0]["idTask"].clone());
    }
    let mut costs = Costs::default();
    let before = shown(&anna, &made).await;
    costs.of("board", anna.get(&its(&made, "")), 200).await;
    costs.of("add", add("Ny"), 201).await;
    let to = json!({"idList": todo, "after": ids[0], "before": ids[1]});
    costs.of("move", anna.post(&its(&made, &format!("/cards/{}/move", ids[3])), to), 200).await;
    let to = json!({"idList": doing});
    costs
        .of("move to another list", anna.post(&its(&made, &format!("/cards/{}/move", ids[2])), to), 200)
        .await;
    let first = json!({"idTask": ids[0]});
    costs.of("tick", sets(&anna, &first, "DONE"), 200).await;
    let task = read(&anna, &json!({"idTask": ids[1]})).await;
    costs.of("edit", edits(&anna, &task, json!({"txTitle": "Annat"})), 200).await;
    let copy = anna.call("POST", &its(&made, &format!("/cards/{}/copy", ids[1]))).send();
    costs.of("copy", copy, 201).await;
    let since = its(&made, &format!("/changes?after={}", before["version"]));
    costs.of("changes", anna.get(&since), 200).await;
    costs.of("delete", anna.delete(&of_task(&task, "")), 204).await;
    costs
}

#[actix_web::test]
async fn acts_of_a_board_cost_the_same_however_many_cards_it_has() {
    let world = World::new().await;
    let (few, many) = (on_a_board(&world, 4).await, on_a_board(&world, 90).await);
    few.within(&[
        ("add", 7, 1),
        ("board", 6, 0),
        ("changes", 5, 0),
        ("copy", 9, 1),
        ("delete", 8, 1),
        ("edit", 14, 1),
        ("move", 10, 1),
        ("move to another list", 8, 1),
        ("tick", 15, 1),
    ]);
    for (act, cost) in &few.0 {
        let more = if *act == "board" { 86 } else { 0 };
        let expected = Cost { rows: cost.rows + more, ..*cost };
        assert_eq!(many.0[act], expected, "{act}");
    }
}

/// Acts of an organisation that has invited some already.
async fn on_invitations(world: &World, invited: usize) -> Costs {
    let org = world.org("Kören").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    for n in 0..invited {
        invites(&org.owner, &org, &format!("a{n}@example.se"), "MEMBER").await.is(201);
    }
    let mut costs = Costs::default();
    costs.of("invite", invites(&org.owner, &org, &anna.email, "MEMBER"), 201).await;
    let token = secret(&world.mails(&anna.email, 1).await[0]);
    let look = world.anyone("GET", &format!("/api/public/invitations/{token}")).send();
    costs.of("look", look, 200).await;
    costs.of("accept", accepts(&anna, &token), 200).await;
    costs.of("list", org.owner.get(&org.at("/invitations?limit=2")), 200).await;
    let new = json!({"relationType": "MEMBER", "maxUses": 3, "expires": storage::time::Moment(actors::platform::time::now() + 86_400_000)});
    let link = costs.of("make a link", org.owner.post(&org.at("/invite-links"), new), 201).await;
    let token = link["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    costs.of("come in by a link", accepts(&bo, &token), 200).await;
    costs
}

#[actix_web::test]
async fn acts_of_invitations_cost_the_same_however_many_are_invited() {
    let world = World::new().await;
    let (few, many) = (on_invitations(&world, 3).await, on_invitations(&world, 30).await);
    few.within(&[
        // With a look at the courses that wait for whoever comes in.
        ("accept", 17, 4),
        ("come in by a link", 15, 4),
        ("invite", 9, 2),
        ("list", 9, 0),
        ("look", 6, 0),
        ("make a link", 8, 2),
    ]);
    // The page is of two, whatever lies before it.
    for (act, cost) in few.0.iter().filter(|(act, _)| **act != "list") {
        assert_eq!(many.0[act], *cost, "{act}");
    }
    assert_eq!((many.0["list"].reads, many.0["list"].rows), (few.0["list"].reads, few.0["list"].rows));
}

/// Acts of a bookable that has some bookings already, on other days.
async fn on_a_bookable(world: &World, bookings: i32) -> Costs {
    let org = world.org("Klubben").await;
    let anna = world.person("Anna").await;
    let hall = room(&org, "Hallen", json!({})).await;
    for n in 0..bookings {
        let time = span(7 + n, "10:00", "11:00");
        books(&org.owner, &hall, time).await.is(201);
    }
    let mut costs = Costs::default();
    let slots = of_room(&hall, &format!("/slots?from={}&to={}", day(0), day(1)));
    costs.of("slots of a day", anna.get(&slots), 200).await;
    let hold = costs.decided("hold", holds(&anna, &hall, span(0, "10:00", "11:00")), 201).await;
    let held = json!({"holdId": hold["holdId"]});
    let booked = costs.decided("book what is held", anna.post("/api/v1/booking", held), 201).await;
    costs.decided("book", books(&anna, &hall, span(1, "10:00", "11:00")), 201).await;
    let moved = costs.decided("move", moves_booking(&anna, &booked, span(2, "10:00", "11:00")), 200).await;
    costs.decided("cancel", does(&anna, &moved, "cancel"), 200).await;
    costs
}

#[actix_web::test]
async fn acts_of_a_bookable_cost_the_same_however_much_is_booked() {
    let world = World::new().await;
    let (few, many) = (on_a_bookable(&world, 1).await, on_a_bookable(&world, 40).await);
    // With the decision: the space, then its rows beside what the request is judged by, then one write.
    few.within(&[
        ("book", 8, 1),
        ("book what is held", 10, 1),
        ("cancel", 12, 1),
        ("hold", 7, 1),
        ("move", 11, 1),
        ("slots of a day", 3, 0),
    ]);
    assert_eq!(many.0, few.0);
}

/// Acts of a course that has some lessons.
async fn on_a_course(world: &World, lessons: usize) -> Costs {
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, part, lessons) = published(&org, "MEMBERS", lessons).await;
    enrols(&anna, &made).await;
    let (first, second) = (&lessons[0], &lessons[1]);
    let mut costs = Costs::default();
    costs.of("course", anna.get(&at(&made, "")), 200).await;
    costs.of("outline", anna.get(&at(&made, "/modules")), 200).await;
    costs.of("lesson", anna.get(&of_lesson(second, "")), 200).await;
    costs.of("done", anna.call("PUT", &of_lesson(first, "/done")).send(), 200).await;
    costs.of("position", anna.put(&of_lesson(second, "/position"), json!({"position": 10})), 204).await;
    costs.of("courses that I take", anna.get("/api/v1/courses/enrolled"), 200).await;
    let text = json!({"body": "Ny", "version": 1});
    costs.of("autosave", org.owner.put(&of_lesson(first, ""), text), 200).await;
    costs.of("add", org.owner.post(&of_module(&part, "/lessons"), json!({"title": "Ny"})), 201).await;
    costs
}

/// Only an outline reads more of a longer course: its titles.
#[actix_web::test]
async fn acts_of_a_course_cost_the_same_however_many_lessons_it_has() {
    let world = World::new().await;
    let (few, many) = (on_a_course(&world, 2).await, on_a_course(&world, 60).await);
    few.within(&[
        ("add", 12, 1),
        ("autosave", 14, 1),
        ("course", 6, 0),
        ("courses that I take", 8, 0),
        ("done", 8, 1),
        ("lesson", 8, 0),
        ("outline", 7, 0),
        ("position", 8, 1),
    ]);
    for (act, cost) in &few.0 {
        let more = if *act == "outline" { 58 } else { 0 };
        let expected = Cost { rows: cost.rows + more, ..*cost };
        assert_eq!(many.0[act], expected, "{act}");
    }
}
