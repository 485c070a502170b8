let audio: AudioContext | undefined

/** Browsers allow sound only after a click, so this is called on the one that sets an alert. */
export function allowSound(): void {
	try {
		audio ??= new AudioContext()
		void audio.resume()
	} catch {
		// A browser without sound shows the banner alone.
	}
}

/** Two short tones; silence where the browser allows none. */
export function ring(): void {
	allowSound()
	if (audio === undefined) return
	for (const [at, hertz] of tones) {
		const start = audio.currentTime + at
		const tone = audio.createOscillator()
		const volume = audio.createGain()
		tone.frequency.value = hertz
		volume.gain.setValueAtTime(0, start)
		volume.gain.linearRampToValueAtTime(0.2, start + 0.02)
		volume.gain.exponentialRampToValueAtTime(0.001, start + 0.35)
		tone.connect(volume).connect(audio.destination)
		tone.start(start)
		tone.stop(start + 0.4)
	}
}

const tones = [
	[0, 660],
	[0.22, 880],
] as const

/** Whether the reader may be notified outside of the page; undefined where the browser cannot. */
export function notificationState(): NotificationPermission | undefined {
	return typeof Notification === 'undefined' ? undefined : Notification.permission
}

/** Notifies the reader outside of the page, if that is allowed; a click shows the page. */
export function notify(text: string, onClick: () => void): void {
	if (notificationState() !== 'granted') return
	try {
		const notification = new Notification('Accord', { body: text, tag: text })
		notification.onclick = () => {
			window.focus()
			notification.close()
			onClick()
		}
	} catch {
		// Browsers on phones notify only for service workers.
	}
}
