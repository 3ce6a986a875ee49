//! Workspaces, channels, members, facts.

use storage::{
    Channel, ChannelId, ChannelRole, ChannelType, Member, Relation, RelationType, UpdateChannel, WorkspaceId,
};

use crate::World;
use crate::make::{ANNA, BO, ENTITY, WORKSPACE, channel, entity, room, workspace};

fn member(channel_id: ChannelId, role: Option<ChannelRole>) -> Member {
    Member { channel_id, user_id: BO, role, added_by: ANNA, added: 3 }
}

pub async fn workspaces_and_channels(world: &World) {
    let chat = &world.storage.chat;
    let general = room(&world.storage).await;
    assert_eq!(chat.workspaces_of(ENTITY).await.unwrap()[0].workspace_id, WORKSPACE);
    assert!(chat.rename_workspace(WORKSPACE, "Nytt").await.unwrap());
    assert!(!chat.rename_workspace(WorkspaceId(1), "Nytt").await.unwrap());
    assert_eq!(chat.workspace(WORKSPACE).await.unwrap().unwrap().workspace_name, "Nytt");
    assert_eq!(chat.workspaces(&[WorkspaceId(1), WORKSPACE]).await.unwrap().len(), 1);
    let staff = Channel {
        channel_type: ChannelType::Private,
        relation_types: vec![RelationType::Employee, RelationType::SchoolFoodAdmin],
        ..channel(101, "personal")
    };
    assert!(chat.create_channel(&staff, Some(&member(ChannelId(101), None))).await.unwrap());
    assert_eq!(chat.channel(ChannelId(101)).await.unwrap(), Some(staff.clone()));
    let found: Vec<ChannelId> =
        chat.channels_of(WORKSPACE).await.unwrap().into_iter().map(|found| found.channel_id).collect();
    assert_eq!(found, [general, ChannelId(101)]);
    assert_eq!(chat.members(ChannelId(101)).await.unwrap(), [member(ChannelId(101), None)]);
}

pub async fn names_are_claimed(world: &World) {
    let chat = &world.storage.chat;
    room(&world.storage).await;
    let tasks: Vec<_> = (200..220)
        .map(|id| {
            let chat = chat.clone();
            tokio::spawn(async move { chat.create_channel(&channel(id, "lunch"), None).await.unwrap() })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        made += usize::from(task.await.unwrap());
    }
    assert_eq!(made, 1);
    assert!(!chat.create_channel(&channel(300, "allmänt"), None).await.unwrap());
    assert!(chat.create_channel(&channel(300, "fika"), None).await.unwrap());
    let fika = chat.channel(ChannelId(300)).await.unwrap().unwrap();
    let lunch = Channel { name: "lunch".to_owned(), ..fika.clone() };
    assert_eq!(chat.update_channel(&fika, &lunch).await.unwrap(), UpdateChannel::NameTaken);
    let changed =
        Channel { name: "kaffe".to_owned(), archived: true, topic: "Bullar".to_owned(), ..fika.clone() };
    assert_eq!(chat.update_channel(&fika, &changed).await.unwrap(), UpdateChannel::Updated);
    assert_eq!(chat.channel(ChannelId(300)).await.unwrap(), Some(changed.clone()));
    assert_eq!(chat.update_channel(&changed, &changed).await.unwrap(), UpdateChannel::Updated);
    // A copy read before the change is stale; its claim is released.
    let tea = Channel { name: "te".to_owned(), ..fika.clone() };
    assert_eq!(chat.update_channel(&fika, &tea).await.unwrap(), UpdateChannel::Stale);
    // So is a decision based on settings that have changed.
    let described = Channel { description: "Paus".to_owned(), ..fika.clone() };
    assert_eq!(chat.update_channel(&fika, &described).await.unwrap(), UpdateChannel::Stale);
    assert_eq!(chat.channel(ChannelId(300)).await.unwrap().unwrap().topic, "Bullar");
    assert!(chat.create_channel(&channel(301, "te"), None).await.unwrap());
    assert!(chat.create_channel(&channel(302, "fika"), None).await.unwrap());
}

pub async fn members_and_facts(world: &World) {
    let (chat, entities) = (&world.storage.chat, &world.storage.entities);
    assert!(entities.create_entity(&entity(ENTITY, "skolan", ANNA), Vec::new()).await.unwrap());
    let general = room(&world.storage).await;
    let relation = Relation { entity_id: ENTITY, user_id: BO, relation_type: RelationType::Pupil, since: 1 };
    assert!(entities.put_relation(&relation, None).await.unwrap());
    for _ in 0..2 {
        let facts = chat.facts(general, BO).await.unwrap().unwrap();
        assert_eq!((facts.member, facts.relation), (None, Some(RelationType::Pupil)));
        assert!(facts.channel.general);
    }
    let moderator = member(general, Some(ChannelRole::Moderator));
    chat.put_member(&moderator).await.unwrap();
    let facts = chat.facts(general, BO).await.unwrap().unwrap();
    assert_eq!(facts.member, Some(moderator.clone()));
    let facts = chat.facts_of_workspace(WORKSPACE, BO).await.unwrap().unwrap();
    assert_eq!(
        (facts.workspace.workspace_name, facts.relation),
        (workspace().workspace_name, Some(RelationType::Pupil))
    );
    assert_eq!(facts.channels.len(), 1);
    assert_eq!(facts.channels[0].1, Some(moderator));
    assert!(chat.remove_member(general, BO).await.unwrap());
    assert!(!chat.remove_member(general, BO).await.unwrap());
    assert_eq!(chat.member(general, BO).await.unwrap(), None);
    assert!(chat.facts(ChannelId(1), BO).await.unwrap().is_none());
    assert!(chat.facts_of_workspace(WorkspaceId(1), BO).await.unwrap().is_none());
}
