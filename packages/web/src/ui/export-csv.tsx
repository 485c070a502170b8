import { useState } from 'react'
import { Button } from './button.tsx'
import { saveFile } from './save-file.ts'

type ExportCsvProps = {
	/** What is saved: the file's name has the day in UTC after it. */
	readonly name: string
	/** The class of what is said beside the button. */
	readonly noteClass: string
	/** The file's text, and what is said once it is saved. */
	readonly read: () => Promise<{ readonly text: string; readonly saved: string }>
}

/** Saves orders as a file, also those that no list has loaded. */
export function ExportCsv({ name, noteClass, read }: ExportCsvProps) {
	const [isBusy, setBusy] = useState(false)
	const [outcome, setOutcome] = useState('')
	const save = async () => {
		setBusy(true)
		try {
			const { text, saved } = await read()
			saveFile({ name: `${name}-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv', text })
			setOutcome(saved)
		} catch {
			setOutcome('The orders could not be loaded: nothing was saved. Try again')
		}
		setBusy(false)
	}
	return (
		<>
			<span className={noteClass} role="status">
				{outcome}
			</span>
			<Button isBusy={isBusy} onClick={() => void save()}>
				Export CSV
			</Button>
		</>
	)
}
