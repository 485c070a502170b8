import { Decimal } from '@accord/sdk'
import { useState } from 'react'
import { formatPercent } from '../format/format-amount.ts'
import { useSession } from '../session/session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { expiryChoices, fractionOfPercent, type SwapSettings, slippageChoices } from './swap-settings.ts'
import './settings-dialog.css'

type SettingsDialogProps = { settings: SwapSettings; onChange: (settings: SwapSettings) => void; onClose: () => void }

/** How much worse the price may get, and how long the order may take. */
export function SettingsDialog({ settings, onChange, onClose }: SettingsDialogProps) {
	const { min, max } = useSession().limits.orders.expires_in_seconds
	const choices = expiryChoices.filter(seconds => seconds >= min && seconds <= max)
	return (
		<Dialog title="Settings of the swap" onClose={onClose}>
			<Slippage settings={settings} onChange={onChange} />
			<fieldset className="setting">
				<legend>Expires after</legend>
				<p>The ledger refuses the order after that, whatever happens.</p>
				<div className="setting-choices">
					{choices.map(seconds => (
						<label key={seconds} className="setting-choice">
							<input
								type="radio"
								name="expiry"
								checked={settings.expiresInSeconds === seconds}
								onChange={() => onChange({ ...settings, expiresInSeconds: seconds })}
							/>
							{seconds} s
						</label>
					))}
				</div>
			</fieldset>
		</Dialog>
	)
}

function Slippage({ settings, onChange }: Omit<SettingsDialogProps, 'onClose'>) {
	const isCustom = !slippageChoices.some(choice => choice === settings.slippage)
	const [text, setText] = useState(isCustom ? formatPercent(Decimal.parse(settings.slippage), 4) : '')
	const isWrong = text.trim() !== '' && fractionOfPercent(text) === undefined
	return (
		<fieldset className="setting">
			<legend>Slippage</legend>
			<p>
				Prices move while you sign. With some slippage the order still fills when they have. What you allow is what you
				may give up: makers are asked for exactly your limit.
			</p>
			<div className="setting-choices">
				{slippageChoices.map(choice => (
					<label key={choice} className="setting-choice">
						<input
							type="radio"
							name="slippage"
							checked={settings.slippage === choice}
							onChange={() => {
								setText('')
								onChange({ ...settings, slippage: choice })
							}}
						/>
						{formatPercent(Decimal.parse(choice), 4)}
					</label>
				))}
				<label className="setting-own">
					<span className="visually-hidden">Slippage of your own, in percent</span>
					<input
						className="input"
						inputMode="decimal"
						placeholder="Own, %"
						maxLength={8}
						value={text}
						aria-invalid={isWrong}
						onChange={event => {
							setText(event.target.value)
							const slippage = fractionOfPercent(event.target.value)
							if (slippage !== undefined) onChange({ ...settings, slippage })
						}}
					/>
				</label>
			</div>
			{isWrong && (
				<div role="alert">
					<Notice kind="fail">A percentage from 0 to 50.</Notice>
				</div>
			)}
		</fieldset>
	)
}
