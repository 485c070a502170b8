import { useMemo } from 'react'
import { Copyable } from '../ui/copyable.tsx'
import { readSignedSubintents, type WrittenSignature } from './signed-bytes.ts'

/** The signatures over a subintent with their keys, read from its bytes (hex): two rows in a list of facts. */
export function SignatureFacts({ bytes, whose }: { bytes: string; whose: string }) {
	const signatures = useMemo(() => signaturesIn(bytes), [bytes])
	return signatures.map(written => <SignatureRows key={written.signature} written={written} whose={whose} />)
}

type SignatureRowsProps = { readonly written: WrittenSignature; readonly whose: string }

function SignatureRows({ written: { curve, publicKey, signature }, whose }: SignatureRowsProps) {
	return (
		<>
			<dt>Key</dt>
			<dd>
				{publicKey === undefined ? (
					`${curve}, found by the check below`
				) : (
					<Copyable text={publicKey} label={`${whose}’s public key`} />
				)}
			</dd>
			<dt>Signature</dt>
			<dd>
				<Copyable text={signature} label={`${whose}’s signature`} />
			</dd>
		</>
	)
}

/** Shows nothing for unreadable bytes: the check says why. */
function signaturesIn(bytes: string): readonly WrittenSignature[] {
	try {
		return readSignedSubintents(bytes)[0]?.signatures ?? []
	} catch {
		return []
	}
}
