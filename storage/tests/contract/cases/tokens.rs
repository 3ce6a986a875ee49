//! Access tokens.

use std::sync::Arc;

use storage::ids::{TokenId, UserId};
use storage::record::Stored;
use storage::time::Moment;
use storage::tokens::{AccessToken, Bot, Scope};
use storage::{EntityId, Storage};

use crate::World;
use crate::counting::Counting;
use crate::make::{ANNA, BO, ENTITY, now};

fn token(id: i64, expires: Option<i64>) -> AccessToken {
    AccessToken {
        user_id: ANNA,
        token_id: TokenId(id),
        token_hash: format!("hash{id}"),
        name: "Schemat".into(),
        scopes: vec![Scope::ChatRead, Scope::Write],
        created: Moment(5),
        expires: expires.map(Moment),
        last_used: None,
    }
}

pub async fn revoked_token_is_refused(world: &World) {
    let tokens = &world.storage.tokens;
    let later = now() + 3_600_000;
    for id in [2, 1] {
        tokens.create(&token(id, Some(later)), Vec::new()).await.unwrap();
    }
    assert_eq!(tokens.of(ANNA).await.unwrap(), [token(1, Some(later)), token(2, Some(later))]);
    assert_eq!(tokens.by_hash("hash1").await.unwrap(), Some(token(1, Some(later))));
    assert_eq!(tokens.by_hash("hash3").await.unwrap(), None);
    assert_eq!(tokens.one(BO, TokenId(1)).await.unwrap(), None);
    assert!(!tokens.revoke(BO, TokenId(1)).await.unwrap(), "another's");
    assert!(tokens.revoke(ANNA, TokenId(1)).await.unwrap());
    assert!(!tokens.revoke(ANNA, TokenId(1)).await.unwrap());
    assert_eq!(tokens.by_hash("hash1").await.unwrap(), None);
    assert_eq!(tokens.of(ANNA).await.unwrap(), [token(2, Some(later))]);
    assert_eq!(tokens.revoke_all(ANNA).await.unwrap(), [TokenId(2)]);
    assert_eq!(tokens.by_hash("hash2").await.unwrap(), None);
    assert_eq!(tokens.revoke_all(ANNA).await.unwrap(), []);
}

pub async fn expired_token_is_refused(world: &World) {
    let tokens = &world.storage.tokens;
    tokens.create(&token(1, Some(now() - 1)), Vec::new()).await.unwrap();
    tokens.create(&token(2, None), Vec::new()).await.unwrap();
    assert_eq!(tokens.by_hash("hash1").await.unwrap(), None);
    assert_eq!(tokens.of(ANNA).await.unwrap(), [token(2, None)], "without an end it stays");
    assert_eq!(tokens.by_hash("hash2").await.unwrap(), Some(token(2, None)));
}

pub async fn token_use_is_recorded_while_valid(world: &World) {
    let tokens = &world.storage.tokens;
    let made = token(1, Some(now() + 3_600_000));
    tokens.create(&made, Vec::new()).await.unwrap();
    let at = now();
    tokens.touch(&made, at).await.unwrap();
    let used = AccessToken { last_used: Some(Moment(at)), ..made.clone() };
    assert_eq!(tokens.one(ANNA, TokenId(1)).await.unwrap(), Some(used));
    assert!(tokens.revoke(ANNA, TokenId(1)).await.unwrap());
    tokens.touch(&made, at + 1).await.unwrap();
    assert_eq!(tokens.one(ANNA, TokenId(1)).await.unwrap(), None, "noting brings nothing back");
    assert_eq!(tokens.of(ANNA).await.unwrap(), []);
}

pub async fn a_wrong_secret_costs_one_read(world: &World) {
    world.storage.tokens.create(&token(1, Some(now() + 3_600_000)), Vec::new()).await.unwrap();
    let counting = Counting::over(&world.engine);
    let tokens = Storage::new(Arc::<Counting>::clone(&counting)).tokens;
    assert_eq!(tokens.by_hash("hash9").await.unwrap(), None);
    assert_eq!(counting.take().hops, 1);
    tokens.by_hash("hash1").await.unwrap().unwrap();
    assert_eq!(counting.take().hops, 2);
}

pub async fn a_bot_is_its_organisations(world: &World) {
    let tokens = &world.storage.tokens;
    let bot = |id: i64| Bot {
        entity_id: ENTITY,
        bot_id: UserId(id),
        name: "Vädret".into(),
        created_by: ANNA,
        created: Moment(5),
    };
    for id in [61, 60] {
        let its = AccessToken { user_id: UserId(id), ..token(id, None) };
        tokens.create(&its, vec![bot(id).insert()]).await.unwrap();
    }
    assert_eq!(tokens.bots(ENTITY).await.unwrap(), [bot(60), bot(61)]);
    assert_eq!(tokens.bot(ENTITY, UserId(60)).await.unwrap(), Some(bot(60)));
    assert_eq!(tokens.bot(EntityId(1), UserId(60)).await.unwrap(), None);
    assert!(tokens.remove_bot(&bot(60), Vec::new()).await.unwrap());
    assert!(!tokens.remove_bot(&bot(60), Vec::new()).await.unwrap());
    assert_eq!(tokens.bots(ENTITY).await.unwrap(), [bot(61)]);
    assert_eq!(tokens.revoke_all(UserId(60)).await.unwrap(), [TokenId(60)]);
}
