//! Push subscriptions on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::time::Moment;

/// What browsers need to subscribe.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushKey {
    /// The server's VAPID key: an uncompressed P-256 point, base64url.
    pub public_key: String,
}

/// A browser's subscription, as its `PushSubscription.toJSON()` says it.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct NamePush {
    /// Of a known push service (Mozilla, Google, Apple, Microsoft) or one that the operator names: https.
    #[garde(length(bytes, min = 1, max = 2048))]
    #[schema(min_length = 1, max_length = 2048)]
    pub endpoint: String,
    #[garde(dive)]
    pub keys: PushKeys,
}

/// What messages to a browser are encrypted with.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct PushKeys {
    /// The browser's public key: an uncompressed P-256 point (65 bytes), base64url.
    #[garde(length(bytes, min = 1, max = 100))]
    #[schema(min_length = 1, max_length = 100)]
    pub p256dh: String,
    /// 16 bytes, base64url.
    #[garde(length(bytes, min = 1, max = 32))]
    #[schema(min_length = 1, max_length = 32)]
    pub auth: String,
}

/// A browser that takes no more.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct EndPush {
    #[garde(length(bytes, min = 1, max = 2048))]
    #[schema(min_length = 1, max_length = 2048)]
    pub endpoint: String,
}

/// A browser in the data export.
#[derive(Debug, Clone, Serialize)]
pub struct PushHeld {
    /// The push service's host.
    pub service: String,
    /// The browser's endpoint there.
    pub endpoint: String,
    /// When the browser last subscribed.
    pub created: Moment,
}
