/** The messages that a NATS server has received from nodes and passed on to them, so far. */
export type BusCounts = { readonly takenBytes: number; readonly passedOnBytes: number }

/** Asks the server's monitoring. */
export async function readBusCounts(monitorUrl: string): Promise<BusCounts> {
	const answer = await fetch(`${monitorUrl}/varz`)
	if (!answer.ok) throw new Error(`NATS answered ${answer.status}`)
	const { in_bytes, out_bytes } = (await answer.json()) as Record<string, unknown>
	return { takenBytes: Number(in_bytes), passedOnBytes: Number(out_bytes) }
}
