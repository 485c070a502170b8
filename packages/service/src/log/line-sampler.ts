type Window = { written: number; omitted: number }

/** Admits the first lines of a kind in each second, and counts the others. Kinds must come from a small set. */
export class LineSampler {
	readonly #linesPerSecond: number
	readonly #windows = new Map<string, Window>()

	constructor({ linesPerSecond }: { linesPerSecond: number }) {
		this.#linesPerSecond = linesPerSecond
	}

	/** Whether to write the line. At the end of the second `onOmitted` gets the count of those not written, if there are any. */
	admits(kind: string, onOmitted: (count: number) => void): boolean {
		const window = this.#windows.get(kind) ?? this.#open(kind, onOmitted)
		if (window.written < this.#linesPerSecond) {
			window.written += 1
			return true
		}
		window.omitted += 1
		return false
	}

	#open(kind: string, onOmitted: (count: number) => void): Window {
		const window = { written: 0, omitted: 0 }
		this.#windows.set(kind, window)
		setTimeout(() => {
			this.#windows.delete(kind)
			if (window.omitted > 0) onOmitted(window.omitted)
		}, 1000).unref()
		return window
	}
}
