use scrypto::prelude::*;

/// The data of a customer's badge. Its local id is the customer's id.
#[derive(ScryptoSbor, NonFungibleData, Clone, Debug)]
pub struct CustomerBadge {
    pub account: ComponentAddress,
}

/// Only the component mints it, and it stays in the account that it is minted into.
pub fn create_badge(component: ComponentAddress) -> NonFungibleResourceManager {
    ResourceBuilder::new_integer_non_fungible::<CustomerBadge>(OwnerRole::None)
        .metadata(metadata! {
            init {
                "name" => "Instamint customer".to_owned(), locked;
                "description" => "Mints on credit.".to_owned(), locked;
            }
        })
        .mint_roles(mint_roles! {
            minter => rule!(require(global_caller(component)));
            minter_updater => rule!(deny_all);
        })
        .withdraw_roles(withdraw_roles! {
            withdrawer => rule!(deny_all);
            withdrawer_updater => rule!(deny_all);
        })
        .create_with_no_initial_supply()
}

/// The customer whose badge is proven. Panics unless the proof is of exactly one.
pub fn proven_customer(badge: ResourceAddress, proof: Proof) -> u64 {
    let proof = proof
        .check_with_message(badge, "wrong_badge: the proof is not of the customer badge")
        .as_non_fungible();
    let ids = proof.non_fungible_local_ids();
    assert!(ids.len() == 1, "one_badge: the proof must be of exactly one customer badge");
    match &ids[0] {
        NonFungibleLocalId::Integer(id) => id.value(),
        _ => unreachable!("the badge's ids are integers"),
    }
}
