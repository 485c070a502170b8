import { compilePreview, intentHeader } from '../codec.ts'
import type { LocalLedger } from './local-ledger.ts'

/** The engine names the package of a component when it refuses a method that does not exist. */
const namedPackage = /PackageAddress\(([0-9a-f]{60})\)/

/** The package of a component; undefined if there is no such component. */
export function packageOf(ledger: LocalLedger, component: string): string | undefined {
	const { networkId } = ledger
	const { epoch, wellKnownAddresses } = ledger.info
	const preview = compilePreview({
		manifest: `CALL_METHOD Address("${component}") "";`,
		header: intentHeader({ networkId, window: { startEpoch: epoch, endEpoch: epoch + 1 } }),
		children: [],
		signers: [],
	})
	const flags = { useFreeCredit: true, assumeAllSignatureProofs: false, skipEpochCheck: false, disableAuth: false }
	const bytes = namedPackage.exec(ledger.preview(preview, flags).errorMessage ?? '')?.[1]
	if (bytes === undefined) return undefined
	const { package_package: other = '' } = wellKnownAddresses
	return bech32m(other.slice(0, other.lastIndexOf('1')), Buffer.from(bytes, 'hex'))
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** Bytes as Bech32m (BIP 350), the form of all addresses. */
function bech32m(prefix: string, bytes: Uint8Array): string {
	const data = inFives(bytes)
	const codes = Array.from(prefix, letter => letter.charCodeAt(0))
	const checked = [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31), ...data, 0, 0, 0, 0, 0, 0]
	const sum = polymod(checked) ^ 0x2bc830a3
	const checksum = Array.from({ length: 6 }, (_, at) => (sum >> (5 * (5 - at))) & 31)
	return `${prefix}1${[...data, ...checksum].map(value => letters[value]).join('')}`
}

/** The bits of the bytes in groups of five, the last one filled with zeros. */
function inFives(bytes: Uint8Array): number[] {
	const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('')
	return (bits.match(/.{1,5}/g) ?? []).map(group => Number.parseInt(group.padEnd(5, '0'), 2))
}

function polymod(values: readonly number[]): number {
	return values.reduce((sum, value) => {
		const next = ((sum & 0x1ffffff) << 5) ^ value
		return generator.reduce((mixed, part, at) => (((sum >> 25) >> at) & 1 ? mixed ^ part : mixed), next)
	}, 1)
}
