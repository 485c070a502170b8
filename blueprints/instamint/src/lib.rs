//! A customer mints the tokens of a fill on credit, inside the fill, and repays the loan later.
//!
//! Guarantees, whatever the service off the ledger does: nothing is minted without a customer's proof, nor above the
//! customer's allowance at the prices in force, nor at a price that is too old. Refusals begin with a code and a colon.

mod badge;
mod checks;
mod customer;
mod events;
mod token;

use badge::*;
use checks::*;
use customer::*;
use events::*;
use scrypto::prelude::*;
use token::*;

#[derive(ScryptoSbor)]
pub struct Status {
    pub badge: ResourceAddress,
    pub paused: bool,
    pub price_validity_seconds: i64,
    /// Their ids are 1 to this number.
    pub customers: u64,
}

#[blueprint]
#[events(
    CustomerAddedEvent,
    AllowanceSetEvent,
    PausedEvent,
    ResumedEvent,
    ResourceEnabledEvent,
    ResourceDisabledEvent,
    PriceSetEvent,
    PriceValiditySetEvent,
    MintedEvent,
    RepaidEvent,
    ReconciledEvent
)]
#[types(u64, Customer, String, Reconciliation)]
mod instamint {
    enable_method_auth! {
        roles {
            operator => updatable_by: [super_operator];
            super_operator => updatable_by: [super_operator];
        },
        methods {
            mint_to_account => PUBLIC;
            repay => PUBLIC;
            add_customer => restrict_to: [operator];
            set_allowance => restrict_to: [operator];
            pause => restrict_to: [operator];
            resume => restrict_to: [operator];
            enable_resource => restrict_to: [operator];
            disable_resource => restrict_to: [operator];
            set_prices => restrict_to: [operator];
            set_price_validity => restrict_to: [operator];
            reconcile => restrict_to: [operator];
            status => PUBLIC;
            tokens => PUBLIC;
            customer => PUBLIC;
            loan_value => PUBLIC;
            reconciliation => PUBLIC;
        }
    }

    struct Instamint {
        badge: NonFungibleResourceManager,
        paused: bool,
        price_validity_seconds: i64,
        tokens: Tokens,
        customers_count: u64,
        customers: KeyValueStore<u64, Customer>,
        reconciliations: KeyValueStore<String, Reconciliation>,
    }

    impl Instamint {
        /// The super operator replaces the rule of either role.
        pub fn instantiate(
            operator: AccessRule,
            super_operator: AccessRule,
            price_validity_seconds: i64,
        ) -> (Global<Instamint>, ResourceAddress) {
            check_price_validity(price_validity_seconds);
            let (reservation, address) =
                Runtime::allocate_component_address(Instamint::blueprint_id());
            let badge = create_badge(address);
            let component = Self {
                badge,
                paused: false,
                price_validity_seconds,
                tokens: IndexMap::default(),
                customers_count: 0,
                customers: KeyValueStore::new_with_registered_type(),
                reconciliations: KeyValueStore::new_with_registered_type(),
            }
            .instantiate()
            .prepare_to_globalize(OwnerRole::None)
            .roles(roles! {
                operator => operator;
                super_operator => super_operator;
            })
            .metadata(metadata! {
                init {
                    "name" => "Instamint".to_owned(), locked;
                    "description" => "Mints the tokens of a fill on credit.".to_owned(), locked;
                }
            })
            .with_address(reservation)
            .globalize();
            Runtime::emit_event(PriceValiditySetEvent { seconds: price_validity_seconds });
            (component, badge.address())
        }

        /// Mints into the customer's account. The proof is of exactly one badge.
        pub fn mint_to_account(
            &mut self,
            resource: ResourceAddress,
            amount: Decimal,
            proof: Proof,
        ) {
            let customer_id = proven_customer(self.badge.address(), proof);
            assert!(!self.paused, "instamint_paused: minting is paused");
            let token = known(&mut self.tokens, resource);
            assert!(token.enabled, "resource_not_enabled: {resource:?} is not minted now");
            check_amount(token, amount);
            let oldest = now().add_seconds(-self.price_validity_seconds).expect("bounded");
            let mut customer = existing(&mut self.customers, customer_id);
            assert!(!customer.paused, "customer_paused: customer {customer_id} may not mint now");
            let loan = customer.lend(resource, amount, &self.tokens, oldest);
            let minted = FungibleResourceManager::from(resource).mint(amount);
            customer.account.try_deposit_or_abort(minted.into(), None);
            Runtime::emit_event(MintedEvent { customer_id, resource, amount, loan });
        }

        /// Burns up to the loan and returns the rest. By anybody, also while paused.
        pub fn repay(&mut self, customer_id: u64, mut bucket: FungibleBucket) -> FungibleBucket {
            let resource = bucket.resource_address();
            known(&mut self.tokens, resource);
            let mut customer = existing(&mut self.customers, customer_id);
            let amount = customer.loan(resource).min(bucket.amount());
            if !amount.is_zero() {
                let loan = customer.settle(resource, amount);
                bucket.take(amount).burn();
                Runtime::emit_event(RepaidEvent { customer_id, resource, amount, loan });
            }
            bucket
        }

        /// Mints a badge that cannot be moved into the account, and returns the customer's id.
        pub fn add_customer(&mut self, mut account: Global<Account>, allowance: Decimal) -> u64 {
            check_allowance(allowance);
            self.customers_count += 1;
            let customer_id = self.customers_count;
            let data = CustomerBadge { account: account.address() };
            let badge =
                self.badge.mint_non_fungible(&NonFungibleLocalId::integer(customer_id), data);
            account.try_deposit_or_abort(badge.into(), None);
            self.customers.insert(customer_id, Customer::new(account, allowance));
            let account = account.address();
            Runtime::emit_event(CustomerAddedEvent { customer_id, account, allowance });
            customer_id
        }

        /// In XRD. Below the present loans it stops new mints and nothing else.
        pub fn set_allowance(&mut self, customer_id: u64, allowance: Decimal) {
            check_allowance(allowance);
            existing(&mut self.customers, customer_id).allowance = allowance;
            Runtime::emit_event(AllowanceSetEvent { customer_id, allowance });
        }

        /// Stops the mints of a customer, or all mints.
        pub fn pause(&mut self, customer_id: Option<u64>) {
            self.set_paused(customer_id, true);
            Runtime::emit_event(PausedEvent { customer_id });
        }

        /// A customer and the component are resumed each for itself.
        pub fn resume(&mut self, customer_id: Option<u64>) {
            self.set_paused(customer_id, false);
            Runtime::emit_event(ResumedEvent { customer_id });
        }

        /// Only this component may mint and burn the resource.
        pub fn enable_resource(&mut self, resource: ResourceAddress, price: Decimal) {
            enable(&mut self.tokens, resource, price);
        }

        /// Stops the mints of a resource. Its loans stay, and count at its price.
        pub fn disable_resource(&mut self, resource: ResourceAddress) {
            known(&mut self.tokens, resource).enabled = false;
            Runtime::emit_event(ResourceDisabledEvent { resource });
        }

        /// In XRD for one.
        pub fn set_prices(&mut self, prices: IndexMap<ResourceAddress, Decimal>) {
            for (resource, price) in prices {
                set_price(&mut self.tokens, resource, price);
            }
        }

        /// How long a price can be minted at.
        pub fn set_price_validity(&mut self, seconds: i64) {
            check_price_validity(seconds);
            self.price_validity_seconds = seconds;
            Runtime::emit_event(PriceValiditySetEvent { seconds });
        }

        /// Takes a repayment that was seen elsewhere off the loan; each reference once. Also while paused.
        pub fn reconcile(
            &mut self,
            customer_id: u64,
            resource: ResourceAddress,
            amount: Decimal,
            reference: String,
        ) {
            check_amount(known(&mut self.tokens, resource), amount);
            check_reference(&reference);
            let is_new = self.reconciliations.get(&reference).is_none();
            assert!(is_new, "reference_used: {reference} is reconciled already");
            let mut customer = existing(&mut self.customers, customer_id);
            let owed = customer.loan(resource);
            assert!(amount <= owed, "more_than_the_loan: {amount} of a loan of {owed}");
            let loan = customer.settle(resource, amount);
            let reconciliation = Reconciliation { customer_id, resource, amount };
            self.reconciliations.insert(reference.clone(), reconciliation);
            Runtime::emit_event(ReconciledEvent { customer_id, resource, amount, reference, loan });
        }

        pub fn status(&self) -> Status {
            Status {
                badge: self.badge.address(),
                paused: self.paused,
                price_validity_seconds: self.price_validity_seconds,
                customers: self.customers_count,
            }
        }

        pub fn tokens(&self) -> Tokens {
            self.tokens.clone()
        }

        pub fn customer(&self, customer_id: u64) -> Option<Customer> {
            self.customers.get(&customer_id).map(|customer| customer.clone())
        }

        /// In XRD, at the prices in force however old they are.
        pub fn loan_value(&self, customer_id: u64) -> Option<Decimal> {
            self.customers.get(&customer_id).map(|customer| customer.loan_value(&self.tokens))
        }

        pub fn reconciliation(&self, reference: String) -> Option<Reconciliation> {
            self.reconciliations.get(&reference).map(|reconciliation| reconciliation.clone())
        }

        fn set_paused(&mut self, customer_id: Option<u64>, paused: bool) {
            match customer_id {
                None => self.paused = paused,
                Some(id) => existing(&mut self.customers, id).paused = paused,
            }
        }
    }
}
