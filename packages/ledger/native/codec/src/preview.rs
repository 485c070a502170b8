use radix_common::crypto::{Ed25519PublicKey, PublicKey};
use radix_common::prelude::{IndexSet, NetworkDefinition};
use radix_transactions::model::{
    IntentCoreV2, MessageV2, NonRootSubintentsV2, PreviewTransactionV2, SubintentV2,
    TransactionHeaderV2, TransactionIntentV2, TransactionManifestV2,
};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::header::Header;
use crate::key::Key;
use crate::network::network;
use crate::payload::{encode_hex, prepare};
use crate::signed_partial::{decode_partial, validate};
use crate::subintent::{compile, decode_subintent};
use crate::transaction::require_count;

/// Trees deeper than the ledger accepts are refused before they are walked.
const DEPTH_MAX: usize = 4;

/// A subintent with the keys that count as its signers; or one that is already signed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewChild {
    pub subintent: Option<String>,
    pub signers: Option<Vec<Key>>,
    pub children: Option<Vec<PreviewChild>>,
    /// In place of the other three fields: the signers are taken from its signatures.
    pub signed_partial: Option<String>,
}

/// A preview's payload. It carries keys, not signatures.
/// The first of the root's signers is taken for the notary, as in the real transaction.
pub fn compile_preview(
    manifest: &str,
    header: &Header,
    children: &[PreviewChild],
    signers: &[Key],
) -> Result<String> {
    let network = network(header.network_id)?;
    let manifest: TransactionManifestV2 = compile(manifest, &network)?;
    let mut tree = Tree::new(&network);
    tree.add_all(children, 1)?;
    let core = manifest.to_intent_core(header.parse()?, MessageV2::None);
    encode_preview(core, tree, signers)
}

pub(crate) fn encode_preview(
    root_intent_core: IntentCoreV2,
    tree: Tree,
    signers: &[Key],
) -> Result<String> {
    require_count(tree.subintents.len())?;
    let signers: Vec<PublicKey> = signers.iter().map(Key::parse).collect::<Result<_>>()?;
    let no_one = PublicKey::Ed25519(Ed25519PublicKey([0; 32]));
    let preview = PreviewTransactionV2 {
        transaction_intent: TransactionIntentV2 {
            transaction_header: TransactionHeaderV2 {
                notary_public_key: signers.first().copied().unwrap_or(no_one),
                notary_is_signatory: !signers.is_empty(),
                tip_basis_points: 0,
            },
            root_intent_core,
            non_root_subintents: NonRootSubintentsV2(tree.subintents),
        },
        root_signer_public_keys: signers.into_iter().skip(1).collect::<IndexSet<_>>(),
        non_root_subintent_signer_public_keys: tree.signers,
    };
    prepare(&preview)?;
    encode_hex(&preview)
}

/// The subintents below a preview's root, flat, each with the keys that count as its signers.
pub(crate) struct Tree<'a> {
    network: &'a NetworkDefinition,
    subintents: Vec<SubintentV2>,
    signers: Vec<Vec<PublicKey>>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(network: &'a NetworkDefinition) -> Self {
        Self {
            network,
            subintents: Vec::new(),
            signers: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, subintent: SubintentV2, signers: &[Key]) -> Result<()> {
        self.signers
            .push(signers.iter().map(Key::parse).collect::<Result<_>>()?);
        self.subintents.push(subintent);
        Ok(())
    }

    fn add_all(&mut self, children: &[PreviewChild], depth: usize) -> Result<()> {
        if depth > DEPTH_MAX {
            return Err(Error::bad_payload("the subintents are nested too deeply"));
        }
        children.iter().try_for_each(|child| self.add(child, depth))
    }

    fn add(&mut self, child: &PreviewChild, depth: usize) -> Result<()> {
        match (&child.signed_partial, &child.subintent) {
            (Some(signed), None) => self.add_signed(signed),
            (None, Some(subintent)) => {
                let signers = child.signers.as_deref().unwrap_or_default();
                self.push(decode_subintent(subintent, self.network)?, signers)?;
                self.add_all(child.children.as_deref().unwrap_or_default(), depth + 1)
            }
            _ => Err(Error::bad_payload(
                "a preview's child is either a subintent or a signedPartial",
            )),
        }
    }

    fn add_signed(&mut self, signed: &str) -> Result<()> {
        let partial = decode_partial(signed, self.network)?;
        let validated = validate(&partial, self.network)?;
        let infos = std::iter::once(&validated.root_subintent_info)
            .chain(&validated.non_root_subintents_info);
        self.signers
            .extend(infos.map(|info| info.signer_keys.iter().copied().collect::<Vec<_>>()));
        self.subintents
            .push(partial.partial_transaction.root_subintent);
        self.subintents
            .extend(partial.partial_transaction.non_root_subintents.0);
        Ok(())
    }
}
