/** Drawn as paths, so that they need no font. */
const paths = {
	auto: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 0v12M10.5 3v10M13 5v6',
	light:
		'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M13 3l-1.2 1.2M4.2 11.8 3 13',
	dark: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
	copy: 'M5.5 5.5V3.2c0-.7.5-1.2 1.2-1.2h6.1c.7 0 1.2.5 1.2 1.2v6.1c0 .7-.5 1.2-1.2 1.2h-2.3M3.2 5.5h6.1c.7 0 1.2.5 1.2 1.2v6.1c0 .7-.5 1.2-1.2 1.2H3.2c-.7 0-1.2-.5-1.2-1.2V6.7c0-.7.5-1.2 1.2-1.2Z',
	check: 'm3 8.5 3.2 3.2L13 4.8',
	cross: 'm4 4 8 8M12 4l-8 8',
	down: 'm3 5.5 5 5 5-5',
	flip: 'M5 3v10m0 0L2.5 10.5M5 13l2.5-2.5M11 13V3m0 0L8.5 5.5M11 3l2.5 2.5',
	settings:
		'M2 4.5h6.5M12.5 4.5H14M2 11.5h2M8 11.5h6M10.5 2.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM6 9.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
	back: 'M13 8H3m0 0 4-4M3 8l4 4',
	person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c.4-2.6 2.6-4 5.5-4s5.1 1.4 5.5 4',
	warn: 'M8 2 1.5 13.5h13L8 2Zm0 4.2v3.6m0 1.7v.4',
	info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 5.2v3.6M8 4.9v.4',
} as const

export type IconName = keyof typeof paths

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
	return (
		<svg
			width={size}
			height={size}
			viewBox="0 0 16 16"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.5"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			focusable="false"
		>
			<path d={paths[name]} />
		</svg>
	)
}
