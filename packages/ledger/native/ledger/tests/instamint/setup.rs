//! How the package, its component and its tokens come onto the ledger.

use radix_common::prelude::*;
use radix_engine_interface::blueprints::package::{ManifestPackageDefinition, PackageDefinition};
use radix_engine_interface::prelude::*;
use radix_transactions::builder::ManifestBuilder;

use crate::people::*;
use crate::world::*;

const CODE: &[u8] = include_bytes!("../../../../../../blueprints/instamint/instamint.wasm");
const DEFINITION: &[u8] = include_bytes!("../../../../../../blueprints/instamint/instamint.rpd");
impl World {
    pub fn publish(&mut self) -> PackageAddress {
        let definition: PackageDefinition =
            manifest_decode::<ManifestPackageDefinition>(DEFINITION)
                .unwrap()
                .try_into_typed()
                .unwrap();
        let manifest = ManifestBuilder::new()
            .lock_fee_from_faucet()
            .publish_package_advanced(
                None,
                CODE.to_vec(),
                definition,
                MetadataInit::default(),
                OwnerRole::None,
            )
            .build();
        let receipt = self.run(manifest, &[]);
        println!("publishing: {} XRD", receipt.fee_summary.total_cost());
        receipt.expect_commit_success().new_package_addresses()[0]
    }

    pub fn instantiate(
        &mut self,
        validity_s: i64,
    ) -> Result<(ComponentAddress, ResourceAddress), String> {
        let manifest = ManifestBuilder::new()
            .lock_fee_from_faucet()
            .call_function(
                self.package,
                "Instamint",
                "instantiate",
                (signed_by(OPERATOR), signed_by(SUPER_OPERATOR), validity_s),
            )
            .build();
        self.output(manifest, &[])
    }

    pub fn create_token(
        &mut self,
        divisibility: u8,
        minter: AccessRule,
        updater: AccessRule,
    ) -> ResourceAddress {
        let roles = FungibleResourceRoles {
            mint_roles: mint_roles! { minter => minter.clone(); minter_updater => updater.clone(); },
            burn_roles: burn_roles! { burner => minter; burner_updater => updater; },
            ..Default::default()
        };
        let manifest = ManifestBuilder::new()
            .lock_fee_from_faucet()
            .create_fungible_resource(
                OwnerRole::None,
                true,
                divisibility,
                roles,
                metadata!(),
                Some(GENESIS_SUPPLY.into()),
            )
            .try_deposit_entire_worktop_or_abort(account(TREASURY), None)
            .build();
        let receipt = self.run(manifest, &[]);
        receipt.expect_commit_success().new_resource_addresses()[0]
    }
}
