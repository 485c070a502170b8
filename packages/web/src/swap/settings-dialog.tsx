import { Decimal } from '@accord/protocol'
import { useState } from 'react'
import { formatPercent } from '../format/format-amount.ts'
import { useSession } from '../session/session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import {
	expiryChoices,
	fractionOfPercent,
	isSlippageWarned,
	needsAllowing,
	type SwapSettings,
	slippageChoices,
} from './swap-settings.ts'
import './settings-dialog.css'

type SettingsDialogProps = {
	readonly settings: SwapSettings
	readonly onChange: (settings: SwapSettings) => void
	readonly onClose: () => void
}

/** How much worse the price may get, and when the order expires. */
export function SettingsDialog({ settings, onChange, onClose }: SettingsDialogProps) {
	const { min, max } = useSession().limits.orders.expiresInSeconds
	const choices = expiryChoices.filter(seconds => seconds >= min && seconds <= max)
	return (
		<Dialog title="Swap settings" onClose={onClose}>
			<Slippage settings={settings} onChange={onChange} />
			<fieldset className="setting">
				<legend>Expires after</legend>
				<p>After this time the ledger rejects the order.</p>
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
	const typed = fractionOfPercent(text)
	const isInvalid = text.trim() !== '' && typed === undefined
	const isLarge = typed !== undefined && needsAllowing(typed)
	const isForbidden = isLarge && !settings.largeSlippage
	/** What was typed becomes the setting, or none if it is not allowed. */
	const apply = (slippage: string, { largeSlippage } = settings) =>
		onChange({ ...settings, largeSlippage, slippage: needsAllowing(slippage) && !largeSlippage ? '0' : slippage })
	return (
		<fieldset className="setting">
			<legend>Slippage</legend>
			<p>
				How much worse than the book the worst case may be. Makers are asked for their own prices: what they give beyond
				your limit is yours, unless it is worth less than its delivery.
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
				<label className="setting-custom">
					<span className="visually-hidden">Custom slippage, in percent</span>
					<input
						className="input"
						inputMode="decimal"
						placeholder="Custom %"
						maxLength={8}
						value={text}
						aria-invalid={isInvalid || isForbidden}
						onChange={event => {
							setText(event.target.value)
							const slippage = fractionOfPercent(event.target.value)
							if (slippage !== undefined) apply(slippage)
						}}
					/>
				</label>
			</div>
			{(isLarge || settings.largeSlippage) && (
				<label className="setting-allow">
					<input
						type="checkbox"
						checked={settings.largeSlippage}
						onChange={({ target }) => apply(typed ?? settings.slippage, { ...settings, largeSlippage: target.checked })}
					/>
					Allow slippage above 5%
				</label>
			)}
			{isForbidden && (
				<div role="alert">
					<Notice kind="fail">This accepts more than 5% less than the book gives. If it is meant, allow it.</Notice>
				</div>
			)}
			{!isInvalid && !isForbidden && isSlippageWarned(Decimal.parse(settings.slippage)) && (
				<div role="status">
					<Notice kind="warn">
						If prices fall, every trade may get up to {formatPercent(Decimal.parse(settings.slippage), 4)} less than the
						book gave.
					</Notice>
				</div>
			)}
			{isInvalid && (
				<div role="alert">
					<Notice kind="fail">Enter a percentage from 0 to 20.</Notice>
				</div>
			)}
		</fieldset>
	)
}
