use radix_common::address::AddressBech32Encoder;
use radix_common::prelude::{NetworkDefinition, NodeId};
use radix_transactions::model::{
    IsTransactionHash, SubintentHash, TransactionHashBech32Encoder, TransactionIntentHash,
};

/// Writes addresses and ids of one network.
pub struct Names {
    addresses: AddressBech32Encoder,
    hashes: TransactionHashBech32Encoder,
}

impl Names {
    pub fn new(network: &NetworkDefinition) -> Self {
        Self {
            addresses: AddressBech32Encoder::new(network),
            hashes: TransactionHashBech32Encoder::new(network),
        }
    }

    pub fn address(&self, node: impl AsRef<[u8]>) -> String {
        let bytes = node.as_ref();
        self.addresses
            .encode(bytes)
            .unwrap_or_else(|_| hex::encode(bytes))
    }

    pub fn node(&self, node: &NodeId) -> String {
        self.address(node.as_bytes())
    }

    pub fn transaction(&self, hash: &TransactionIntentHash) -> String {
        self.hash(hash)
    }

    pub fn subintent(&self, hash: &SubintentHash) -> String {
        self.hash(hash)
    }

    fn hash(&self, hash: &impl IsTransactionHash) -> String {
        self.hashes.encode(hash).unwrap_or_default()
    }
}
