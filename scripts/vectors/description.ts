/** What docs/vectors.json says of itself, for readers who have nothing but the file. */
export const vectorsDescription = {
	description:
		'Orders and fills of Accord in every stage, from manifest and private key to signed bytes, with what the service answers. Explained in docs/by-hand.md, which every service serves at /docs/guides/by-hand. Bytes are hex, amounts decimal strings, times seconds since 1970. The private keys are known to everyone.',
	kinds: {
		context:
			'Everything on which the verdicts depend: what GET /network/status, /trade/tokens, /trade/token_pairs and /trade/info answer, and the second in which each vector arrives.',
		accounts: 'The account of a public key, by the id of the network: 1 mainnet, 2 stokenet, 242 simulator.',
		vectors:
			'Intents, accepted and refused. The role order: what a user signs and sends to POST /trade/orders. The role fill: what a maker signs and sends by platform.fills.fill.',
		outers:
			'The service’s subintents around the first order and its fill (children): the two items of a bundle, as a solver receives them.',
		root: 'A solver’s transaction that settles both.',
	},
	members: {
		label: 'What the vector shows.',
		role: 'order or fill.',
		keys: 'Who signs, in this order. publicKey: 32 bytes of Ed25519, 33 of Secp256k1.',
		header: 'The header to compile with the manifest; null: absent.',
		message: 'The plain text to compile with it, if there is one.',
		manifest: 'The instructions as text.',
		values:
			'What the table of instructions in docs/by-hand.md leaves open: those with it are made by that table alone. KEY is of verify_parent_access_rule_manifest.',
		children: 'The signed partial transactions inside an outer.',
		subintent: 'What the manifest, header and message compile to.',
		subintent_hash: 'The 32 bytes that each key signs.',
		subintent_id: 'The same as text.',
		signed_partial_transaction:
			'The subintent with its signatures. Where the code is invalid_signature or invalid_signed_partial_transaction it was altered afterwards.',
		accepted: 'Whether the service accepts it.',
		code: 'Of a refused one: the error code.',
		instruction: 'Of a refused one: the instruction that the answer names, counted from 0.',
	},
}
