/** A column by its name; figures are aligned to its end. */
export type Column = string | { readonly number: string }

export function TableHead({ columns }: { columns: readonly Column[] }) {
	return (
		<thead>
			<tr>
				{columns.map(column =>
					typeof column === 'string' ? (
						<th key={column} scope="col">
							{column}
						</th>
					) : (
						<th key={column.number} scope="col" className="number">
							{column.number}
						</th>
					),
				)}
			</tr>
		</thead>
	)
}
