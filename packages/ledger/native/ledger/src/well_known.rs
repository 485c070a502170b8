use std::collections::BTreeMap;

use radix_common::prelude::*;

use crate::names::Names;

/// The well-known addresses under the names of the Gateway API.
pub fn well_known_addresses(names: &Names) -> BTreeMap<String, String> {
    let nodes: [(&str, NodeId); 31] = [
        ("xrd", XRD.into()),
        (
            "secp256k1_signature_virtual_badge",
            SECP256K1_SIGNATURE_RESOURCE.into(),
        ),
        (
            "ed25519_signature_virtual_badge",
            ED25519_SIGNATURE_RESOURCE.into(),
        ),
        (
            "package_of_direct_caller_virtual_badge",
            PACKAGE_OF_DIRECT_CALLER_RESOURCE.into(),
        ),
        ("global_caller_virtual_badge", GLOBAL_CALLER_RESOURCE.into()),
        ("system_transaction_badge", SYSTEM_EXECUTION_RESOURCE.into()),
        ("package_owner_badge", PACKAGE_OWNER_BADGE.into()),
        ("validator_owner_badge", VALIDATOR_OWNER_BADGE.into()),
        ("account_owner_badge", ACCOUNT_OWNER_BADGE.into()),
        ("identity_owner_badge", IDENTITY_OWNER_BADGE.into()),
        ("package_package", PACKAGE_PACKAGE.into()),
        ("resource_package", RESOURCE_PACKAGE.into()),
        ("account_package", ACCOUNT_PACKAGE.into()),
        ("identity_package", IDENTITY_PACKAGE.into()),
        (
            "consensus_manager_package",
            CONSENSUS_MANAGER_PACKAGE.into(),
        ),
        (
            "access_controller_package",
            ACCESS_CONTROLLER_PACKAGE.into(),
        ),
        (
            "transaction_processor_package",
            TRANSACTION_PROCESSOR_PACKAGE.into(),
        ),
        ("metadata_module_package", METADATA_MODULE_PACKAGE.into()),
        ("royalty_module_package", ROYALTY_MODULE_PACKAGE.into()),
        (
            "access_rules_package",
            ROLE_ASSIGNMENT_MODULE_PACKAGE.into(),
        ),
        (
            "role_assignment_module_package",
            ROLE_ASSIGNMENT_MODULE_PACKAGE.into(),
        ),
        ("genesis_helper_package", GENESIS_HELPER_PACKAGE.into()),
        ("faucet_package", FAUCET_PACKAGE.into()),
        ("pool_package", POOL_PACKAGE.into()),
        ("locker_package", LOCKER_PACKAGE.into()),
        ("test_utils_package", TEST_UTILS_PACKAGE.into()),
        (
            "transaction_tracker_package",
            TRANSACTION_TRACKER_PACKAGE.into(),
        ),
        ("transaction_tracker", TRANSACTION_TRACKER.into()),
        ("consensus_manager", CONSENSUS_MANAGER.into()),
        ("genesis_helper", GENESIS_HELPER.into()),
        ("faucet", FAUCET.into()),
    ];
    nodes
        .into_iter()
        .map(|(name, node)| (name.into(), names.node(&node)))
        .collect()
}
