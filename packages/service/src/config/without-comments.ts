const stringOrComment = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** JSON that may hold comments, without them. */
export function withoutComments(text: string): string {
	return text.replace(stringOrComment, (_, string: string | undefined) => string ?? '')
}
