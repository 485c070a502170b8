/**
 * The message of an order's outer, which puts the hash of its public record (SHA-256, hex) on the ledger with the trade
 * (docs/best-execution.md).
 */
export function commitmentMessage(recordHash: string): string {
	return `accord-match-v1:${recordHash}`
}

/** As long as any other, so that the preview of an order costs what its outer will. */
export const placeholderCommitment = commitmentMessage('0'.repeat(64))
