import type { Dialect, Driver } from 'kysely'

/** The dialect, with a driver that `change` makes of its own. */
export function withDriver(dialect: Dialect, change: (driver: Driver) => Driver): Dialect {
	return {
		createAdapter: () => dialect.createAdapter(),
		createIntrospector: db => dialect.createIntrospector(db),
		createQueryCompiler: () => dialect.createQueryCompiler(),
		createDriver: () => change(dialect.createDriver()),
	}
}
