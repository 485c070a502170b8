import type { ReactNode } from 'react'
import { TableHead } from './table-head.tsx'
import './table.css'

/** A column, and its cell in a row. Figures are aligned to its end; long text may break anywhere. */
export type TableColumn<Row> = {
	readonly name: string
	readonly kind?: 'plain' | 'figure' | 'long'
	readonly cell: (row: Row) => ReactNode
}

type DataTableProps<Row> = {
	readonly caption: string
	readonly columns: readonly TableColumn<Row>[]
	readonly rows: readonly Row[]
	readonly keyOf: (row: Row) => string
	readonly className?: string
}

const classNames = { plain: undefined, figure: 'number', long: 'table-long' } as const

/** A table whose rows become cards in a narrow window, each cell beside the name of its column. */
export function DataTable<Row>({ caption, columns, rows, keyOf, className = '' }: DataTableProps<Row>) {
	return (
		<div className="table-box">
			<table className={`table table-cards ${className}`}>
				<caption className="visually-hidden">{caption}</caption>
				<TableHead columns={columns.map(({ name, kind }) => (kind === 'figure' ? { number: name } : name))} />
				<tbody>
					{rows.map(row => (
						<tr key={keyOf(row)}>
							{columns.map(({ name, kind = 'plain', cell }) => (
								<td key={name} data-label={name} className={classNames[kind]}>
									{cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}
