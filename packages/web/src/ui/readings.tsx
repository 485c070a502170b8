import type { Decimal } from '@accord/protocol'
import { writeAmount } from '../format/read-amount.ts'

type ReadingsProps = {
	readonly readings: readonly Decimal[]
	readonly words: (reading: Decimal) => string
	/** Called with the chosen reading as it would be typed without doubt. */
	readonly onChoose: (text: string) => void
}

/** Asks which amount is meant by a text that can be read in several ways. */
export function Readings({ readings, words, onChoose }: ReadingsProps) {
	return (
		<>
			Do you mean{' '}
			{readings.map((reading, at) => (
				<span key={`${reading}`}>
					{at > 0 && ' or '}
					<button type="button" className="text-button" onClick={() => onChoose(writeAmount(reading))}>
						{words(reading)}
					</button>
				</span>
			))}
			?
		</>
	)
}
