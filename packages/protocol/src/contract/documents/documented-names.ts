/** The names in the documents of messages that have another name here: a published name stays what it is. */
export const documentedNames: ReadonlyMap<string, string> = new Map([
	['Cancellation', 'CancelOrder'],
	['Composed', 'Manifest'],
	['Composition', 'Compose'],
	['FillToCheck', 'CheckFill'],
	['OrderToCheck', 'CheckOrder'],
	['OrderViolation', 'Violation'],
	['ParseRequest', 'ParseOrder'],
	['RolaProof', 'Rola'],
	['SignedSubintent', 'Signed'],
	['SigningRequest', 'Sign'],
	['SubintentRequest', 'CreateSubintent'],
	['SubintentSignature', 'Signature'],
])
