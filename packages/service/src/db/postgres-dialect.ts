import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'

/** Kysely over a PostgreSQL server. `schema`, where given, is the one that its tables are in. */
export function postgresDialect({ url, schema }: { url: string; schema?: string }): Dialect {
	const options = ['-c lock_timeout=2000', ...(schema === undefined ? [] : [`-c search_path=${schema}`])].join(' ')
	const pool = new Pool({ connectionString: url, options, max: connectionsMax, types: { getTypeParser } })
	// An idle connection that breaks is replaced; without a listener it would end the process.
	pool.on('error', () => {})
	return new PostgresDialect({ pool })
}

const connectionsMax = 16

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
	if (oid === types.builtins.INT8) return BigInt
	return types.getTypeParser(oid, format as 'text')
}
