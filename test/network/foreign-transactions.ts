import { compilePreview, intentHeader, type KeyPair } from '@accord/ledger'
import { testNetworkId } from './test-network.ts'

// Payloads of the ledger that are not signed partial transactions. Those of the first version, which the codec does not
// write, are composed here by their format: manifest SBOR, each kind with its own discriminator.

const u64 = (value: number) => {
	const bytes = Buffer.alloc(8)
	bytes.writeBigUInt64LE(BigInt(value))
	return bytes.toString('hex')
}

const payload = (discriminator: string, fields: string) => `4d22${discriminator}${fields}`

/** An intent, a signed intent and a notarized transaction of the first version; hex. */
export function firstVersion(keyPair: KeyPair, epoch: number): Readonly<Record<string, string>> {
	const key = `220101200720${keyPair.publicKey}`
	const signature = `220101200740${keyPair.sign('00'.repeat(32)).signature}`
	const window = `0a${u64(epoch)}0a${u64(epoch + 2)}`
	const header = `210707${testNetworkId.toString(16)}${window}0901000000${key}0101080000`
	// No instructions, blobs or message.
	const intent = `${header}202200202000220000`
	const signedIntent = `2104${intent}202200`
	return {
		'an intent of the first version': payload('01', `04${intent}`),
		'a signed intent of the first version': payload('02', `02${signedIntent}`),
		'a notarized transaction of the first version': payload('03', `022102${signedIntent}${signature}`),
	}
}

/** A preview payload for a Gateway; hex. */
export function previewOf(signer: KeyPair, epoch: number): string {
	const window = { startEpoch: epoch, endEpoch: epoch + 2 }
	const header = intentHeader({ networkId: testNetworkId, window })
	return compilePreview({ manifest: 'DROP_ALL_PROOFS;', header, children: [], signers: [signer] })
}
