use radix_common::data::manifest::model::{
    ManifestGlobalAddress, ManifestPackageAddress, ManifestResourceConstraint,
    ManifestResourceConstraints,
};
use radix_common::data::manifest::ManifestValue;
use radix_common::prelude::{Decimal, ResourceAddress};
use radix_transactions::manifest::ManifestInstruction;
use radix_transactions::model::InstructionV2;
use serde::Serialize;

use crate::access_rule::access_rule_sbor_hex;
use crate::address::Addresses;
use crate::amount::amount_text;
use crate::value::{read_value, Value, ValueKind};

/// One manifest instruction, flat: the name says which of the other fields are present.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Instruction {
    pub index: u32,
    /// The name in manifest text, such as `CALL_METHOD`.
    pub name: String,
    /// Absent where the address is only allocated within the transaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blueprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// The bucket that is used, or that a TAKE makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bucket: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraints: Option<Vec<Constraint>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_rule_sbor_hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub child: Option<u32>,
}

/// The constraints of manifest text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ConstraintKind {
    NonZeroAmount,
    ExactAmount,
    AtLeastAmount,
    ExactNonFungibles,
    AtLeastNonFungibles,
    General,
}

/// What an assertion demands of one resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Constraint {
    pub resource: String,
    pub kind: ConstraintKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
}

/// Numbers the instructions and the buckets they make, as the ledger does.
pub fn read_instructions(
    instructions: &[InstructionV2],
    addresses: &Addresses,
) -> Vec<Instruction> {
    let mut reader = Reader {
        addresses,
        buckets_made: 0,
    };
    instructions
        .iter()
        .enumerate()
        .map(|(index, instruction)| Instruction {
            index: index as u32,
            ..reader.read(instruction)
        })
        .collect()
}

struct Reader<'a> {
    addresses: &'a Addresses,
    buckets_made: u32,
}

impl Reader<'_> {
    fn read(&mut self, instruction: &InstructionV2) -> Instruction {
        use InstructionV2 as I;
        match instruction {
            I::TakeFromWorktop(i) => Instruction {
                bucket: Some(self.new_bucket()),
                ..self.of_amount(i, &i.resource_address, Some(&i.amount))
            },
            I::TakeAllFromWorktop(i) => Instruction {
                bucket: Some(self.new_bucket()),
                ..self.of_amount(i, &i.resource_address, None)
            },
            I::TakeNonFungiblesFromWorktop(i) => Instruction {
                bucket: Some(self.new_bucket()),
                ..self.of_amount(i, &i.resource_address, None)
            },
            I::ReturnToWorktop(i) => of_bucket(i, i.bucket_id.0),
            I::BurnResource(i) => of_bucket(i, i.bucket_id.0),
            I::AssertWorktopContainsAny(i) => self.of_amount(i, &i.resource_address, None),
            I::AssertWorktopContains(i) => self.of_amount(i, &i.resource_address, Some(&i.amount)),
            I::AssertWorktopContainsNonFungibles(i) => self.of_amount(i, &i.resource_address, None),
            I::AssertWorktopResourcesOnly(i) if i.constraints.specified_resources().is_empty() => {
                Instruction {
                    name: "ASSERT_WORKTOP_IS_EMPTY".into(),
                    ..Instruction::default()
                }
            }
            I::AssertWorktopResourcesOnly(i) => self.of_constraints(i, &i.constraints),
            I::AssertWorktopResourcesInclude(i) => self.of_constraints(i, &i.constraints),
            I::AssertNextCallReturnsOnly(i) => self.of_constraints(i, &i.constraints),
            I::AssertNextCallReturnsInclude(i) => self.of_constraints(i, &i.constraints),
            I::AssertBucketContents(i) => of_bucket(i, i.bucket_id.0),
            I::CallMethod(i) => self.of_call(i, &i.address, &i.method_name, &i.args),
            I::CallRoyaltyMethod(i) => self.of_call(i, &i.address, &i.method_name, &i.args),
            I::CallMetadataMethod(i) => self.of_call(i, &i.address, &i.method_name, &i.args),
            I::CallRoleAssignmentMethod(i) => self.of_call(i, &i.address, &i.method_name, &i.args),
            I::CallDirectVaultMethod(i) => Instruction {
                address: self.addresses.text(i.address),
                method: Some(i.method_name.clone()),
                ..self.of_args(i, &i.args)
            },
            I::CallFunction(i) => Instruction {
                address: match &i.package_address {
                    ManifestPackageAddress::Static(address) => self.addresses.text(address),
                    ManifestPackageAddress::Named(_) => None,
                },
                blueprint: Some(i.blueprint_name.clone()),
                method: Some(i.function_name.clone()),
                ..self.of_args(i, &i.args)
            },
            I::YieldToParent(i) => self.of_args(i, &i.args),
            I::YieldToChild(i) => Instruction {
                child: Some(i.child_index.0),
                ..self.of_args(i, &i.args)
            },
            I::VerifyParent(i) => Instruction {
                access_rule_sbor_hex: access_rule_sbor_hex(&i.access_rule).ok(),
                ..named(i)
            },
            I::CreateProofFromBucketOfAmount(i) => named(i),
            I::CreateProofFromBucketOfNonFungibles(i) => named(i),
            I::CreateProofFromBucketOfAll(i) => named(i),
            I::CreateProofFromAuthZoneOfAmount(i) => named(i),
            I::CreateProofFromAuthZoneOfNonFungibles(i) => named(i),
            I::CreateProofFromAuthZoneOfAll(i) => named(i),
            I::CloneProof(i) => named(i),
            I::DropProof(i) => named(i),
            I::PushToAuthZone(i) => named(i),
            I::PopFromAuthZone(i) => named(i),
            I::DropAuthZoneProofs(i) => named(i),
            I::DropAuthZoneRegularProofs(i) => named(i),
            I::DropAuthZoneSignatureProofs(i) => named(i),
            I::DropNamedProofs(i) => named(i),
            I::DropAllProofs(i) => named(i),
            I::AllocateGlobalAddress(i) => named(i),
        }
    }

    fn new_bucket(&mut self) -> u32 {
        self.buckets_made += 1;
        self.buckets_made - 1
    }

    fn of_amount<I: ManifestInstruction>(
        &self,
        instruction: &I,
        resource: &ResourceAddress,
        amount: Option<&Decimal>,
    ) -> Instruction {
        Instruction {
            resource: self.addresses.text(resource),
            amount: amount.map(amount_text),
            ..named(instruction)
        }
    }

    fn of_call<I: ManifestInstruction>(
        &self,
        instruction: &I,
        address: &ManifestGlobalAddress,
        method: &str,
        args: &ManifestValue,
    ) -> Instruction {
        Instruction {
            address: match address {
                ManifestGlobalAddress::Static(address) => self.addresses.text(address),
                ManifestGlobalAddress::Named(_) => None,
            },
            method: Some(method.into()),
            ..self.of_args(instruction, args)
        }
    }

    fn of_args<I: ManifestInstruction>(
        &self,
        instruction: &I,
        args: &ManifestValue,
    ) -> Instruction {
        Instruction {
            args: Some(match read_value(args, self.addresses) {
                Value {
                    kind: ValueKind::Tuple,
                    fields: Some(fields),
                    ..
                } => fields,
                // Something is there, though no call can take it: never none.
                _ => vec![Value::other(args)],
            }),
            ..named(instruction)
        }
    }

    fn of_constraints<I: ManifestInstruction>(
        &self,
        instruction: &I,
        constraints: &ManifestResourceConstraints,
    ) -> Instruction {
        let read = |(resource, constraint): (&ResourceAddress, &ManifestResourceConstraint)| {
            let (kind, amount) = read_constraint(constraint);
            Constraint {
                resource: self.addresses.text(resource).unwrap_or_default(),
                kind,
                amount: amount.map(amount_text),
            }
        };
        Instruction {
            constraints: Some(constraints.specified_resources().iter().map(read).collect()),
            ..named(instruction)
        }
    }
}

fn named<I: ManifestInstruction>(_: &I) -> Instruction {
    Instruction {
        name: I::IDENT.into(),
        ..Instruction::default()
    }
}

fn of_bucket<I: ManifestInstruction>(instruction: &I, bucket: u32) -> Instruction {
    Instruction {
        bucket: Some(bucket),
        ..named(instruction)
    }
}

fn read_constraint(constraint: &ManifestResourceConstraint) -> (ConstraintKind, Option<&Decimal>) {
    use ConstraintKind as K;
    use ManifestResourceConstraint as C;
    match constraint {
        C::NonZeroAmount => (K::NonZeroAmount, None),
        C::ExactAmount(amount) => (K::ExactAmount, Some(amount)),
        C::AtLeastAmount(amount) => (K::AtLeastAmount, Some(amount)),
        C::ExactNonFungibles(_) => (K::ExactNonFungibles, None),
        C::AtLeastNonFungibles(_) => (K::AtLeastNonFungibles, None),
        C::General(_) => (K::General, None),
    }
}
