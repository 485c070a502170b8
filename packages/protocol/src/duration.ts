/**
 * A duration in milliseconds in its two largest units, for people: `3 d 4 h`, `12 s`. Rounded down to whole seconds; `0
 * s` below zero.
 */
export function durationText(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000))
	const parts = [
		[Math.floor(seconds / 86_400), 'd'],
		[Math.floor(seconds / 3600) % 24, 'h'],
		[Math.floor(seconds / 60) % 60, 'min'],
		[seconds % 60, 's'],
	] as const
	const first = parts.findIndex(([count]) => count > 0)
	if (first === -1) return '0 s'
	const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
	return shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}
