/** The SQLSTATE of the database's error; undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
	if (!(error instanceof Error) || !('code' in error)) return undefined
	const { code } = error
	return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * feature_not_supported: a prepared statement no longer returns the same columns, because a migration has changed its
 * tables.
 */
export const staleStatement = '0A000'

/** Whether a statement was refused only because of another transaction, so a retry may succeed. */
export function isConflict(error: unknown): boolean {
	return conflicts.has(sqlStateOf(error) ?? '')
}

// serialization_failure, deadlock_detected, lock_not_available
const conflicts = new Set(['40001', '40P01', '55P03', staleStatement])

/** Whether the server was unable to serve the statement, whatever the statement was. */
export function isServerTrouble(error: unknown): boolean {
	return serverTrouble.test(sqlStateOf(error) ?? '')
}

// Classes: connection, resources (including a full disk), intervention, system. Then a standby, files that may not be
// written, and damaged pages.
const serverTrouble = /^(08|53|57|58|25006|42501|XX001|XX002)/
