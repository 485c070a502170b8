import { sql } from 'kysely'

/** The time by the database's clock, which all nodes share; it also advances during a transaction. */
export const databaseNowMs = sql<bigint>`(extract(epoch from clock_timestamp()) * 1000)::int8`
