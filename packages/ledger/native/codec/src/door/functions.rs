use super::drafts::{
    Notarization, OrderPreviewDraft, OuterDraft, PreviewCopy, PreviewDraft, RootDraft,
    SignatureAttachment, SubintentDraft,
};
use super::{answer, split_text};
use crate as codec;
use crate::error::{Code, Error, Result};
use crate::key::Key;

/// `packages/codec/src/functions.ts` documents each function, under the same name in camel case.
macro_rules! functions {
    (
        of a text {
            $($over:ident($text:ident $(, $further:ident: $further_kind:ty)*) { $of_text:expr })*
        }
        of others {
            $($name:ident($($parameter:ident: $kind:ty),+) { $work:expr })*
        }
    ) => {
        pub fn dispatch(name: &str, parameters: &str) -> Result<String> {
            match name {
                $(stringify!($over) => {
                    let (parameters, $text) = split_text(parameters)?;
                    answer(parameters, |(_, $($further,)*): ((), $($further_kind,)*)| $of_text)
                })*
                $(stringify!($name) => {
                    answer(parameters, |($($parameter,)+): ($($kind,)+)| $work)
                })*
                _ => Err(Error::new(Code::BadArgument, format!("there is no function {name}"))),
            }
        }
    };
}

functions! {
    of a text {
        access_rule_manifest(sbor_hex, network_id: u32) {
            codec::access_rule_manifest(sbor_hex, network_id)
        }
        decompile_subintent(bytes, network_id: u32) {
            codec::decompile_subintent(bytes, network_id)
        }
        decompile_transaction(notarized, network_id: u32) {
            codec::decompile_transaction(notarized, network_id)
        }
        hash(bytes) {
            codec::hash(bytes)
        }
        parse_subintent_id(id) {
            codec::parse_subintent_id(id)
        }
        parse_transaction_id(id) {
            codec::parse_transaction_id(id)
        }
        read_address(address) {
            codec::read_address(address)
        }
        read_manifest(manifest, network_id: u32) {
            codec::read_manifest(manifest, network_id)
        }
        read_signed_limit_order(signed_partial_transaction, network_id: u32) {
            codec::read_signed_limit_order(signed_partial_transaction, network_id)
        }
        read_signed_partial_transaction(signed_partial_transaction, network_id: u32) {
            codec::read_signed_partial_transaction(signed_partial_transaction, network_id)
        }
        read_subintent(subintent, network_id: u32) {
            codec::read_subintent(subintent, network_id)
        }
        read_transaction(notarized, network_id: u32) {
            codec::read_transaction(notarized, network_id)
        }
        subintent_id(hash, network_id: u32) {
            codec::subintent_id_of_hex(hash, network_id)
        }
        transaction_id(hash, network_id: u32) {
            codec::transaction_id_of_hex(hash, network_id)
        }
        unwrap(signed_partial_transaction, network_id: u32) {
            codec::unwrap(signed_partial_transaction, network_id)
        }
    }
    of others {
        account_address(key: Key, network_id: u32) {
            codec::account_address(&key, network_id)
        }
        attach_own_signatures(attachment: SignatureAttachment) {
            codec::attach_own_signatures(
                &attachment.subintent,
                &attachment.signatures,
                &attachment.children.unwrap_or_default(),
                attachment.network_id,
            )
        }
        attach_signatures(attachment: SignatureAttachment) {
            codec::attach_signatures(
                &attachment.subintent,
                &attachment.signatures,
                &attachment.children.unwrap_or_default(),
                attachment.network_id,
            )
        }
        compile_preview(draft: PreviewDraft) {
            codec::compile_preview(&draft.manifest, &draft.header, &draft.children, &draft.signers)
        }
        compile_subintent(draft: SubintentDraft) {
            codec::compile_subintent(&draft.manifest, &draft.header, draft.message)
        }
        compose_order_preview(draft: OrderPreviewDraft) {
            codec::compose_order_preview(&draft.orders, &draft.header, &draft.service_account)
        }
        compose_outer(draft: OuterDraft) {
            codec::compose_outer(&draft.inner_id, &draft.header, &draft.amounts)
        }
        copy_for_preview(copy: PreviewCopy) {
            codec::copy_for_preview(&copy.subintent, copy.network_id, copy.zero_assertion_at)
        }
        notarize(notarization: Notarization) {
            codec::notarize(
                &notarization.signed_transaction_intent,
                &notarization.notary_signature,
                notarization.network_id,
            )
        }
        prepare_transaction(draft: RootDraft) {
            codec::prepare_transaction(codec::TransactionDraft {
                manifest: &draft.manifest,
                header: &draft.header,
                notary: &draft.notary,
                tip_basis_points: draft.tip_basis_points.unwrap_or_default(),
                children: &draft.children,
                message: draft.message,
            })
        }
        signature_access_rule(key: Key, network_id: u32) {
            codec::signature_access_rule(&key, network_id)
        }
    }
}
