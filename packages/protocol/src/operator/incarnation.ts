/** One life of the service's numbered logs: another one begins with each restore from a backup. */
export type LogIncarnation = {
	readonly incarnation: string
	readonly begunAtMs: number
}
