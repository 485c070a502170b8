import { Fragment } from 'react'

type WaysTextProps = {
	/** The tokens of each way, in their order. */
	readonly ways: readonly (readonly string[])[]
	/** Whether one of them will be taken, or all are. */
	readonly between: 'or' | 'and'
}

/** By which way one token becomes the other: `XRD → xUSDC → xETH`. */
export function WaysText({ ways, between }: WaysTextProps) {
	return ways.map((way, at) => (
		<Fragment key={way.join()}>
			{at > 0 && ` ${between} `}
			<span className="way">
				{way.map((symbol, place) => (
					<Fragment key={symbol}>
						{place > 0 && (
							<>
								{' '}
								<span aria-hidden="true">→</span>
								<span className="visually-hidden">to</span>{' '}
							</>
						)}
						{symbol}
					</Fragment>
				))}
			</span>
		</Fragment>
	))
}
