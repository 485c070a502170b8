use serde::Deserialize;

use crate::header::Header;
use crate::key::{Key, Signature};
use crate::outer::{OuterAmounts, PreviewedOrder};
use crate::preview::PreviewChild;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubintentDraft {
    pub manifest: String,
    pub header: Header,
    pub message: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignatureAttachment {
    pub subintent: String,
    pub signatures: Vec<Signature>,
    pub children: Option<Vec<String>>,
    pub network_id: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewCopy {
    pub subintent: String,
    pub network_id: u32,
    pub zero_assertion_at: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RootDraft {
    pub manifest: String,
    pub header: Header,
    pub notary: Key,
    pub tip_basis_points: Option<u32>,
    pub children: Vec<String>,
    pub message: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notarization {
    pub signed_transaction_intent: String,
    pub notary_signature: Signature,
    pub network_id: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewDraft {
    pub manifest: String,
    pub header: Header,
    pub children: Vec<PreviewChild>,
    pub signers: Vec<Key>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OuterDraft {
    pub inner_id: String,
    pub header: Header,
    pub amounts: OuterAmounts,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderPreviewDraft {
    pub orders: Vec<PreviewedOrder>,
    pub header: Header,
    pub service_account: String,
}
