/** A Gateway that never gets more than two previews at once. */
export const previewLimits = {
	previewsAtOnce: 2,
	previewsAtOnceMax: 2,
	previewsWaiting: 64,
	prefixPreviewsWaiting: 8,
	prefixPreviewsPerMinute: 60,
}
