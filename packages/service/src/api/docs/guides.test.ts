import assert from 'node:assert/strict'
import { it } from 'node:test'
import { markdown } from './guides.ts'

const linkTo = (target: string) => (target.startsWith('fees.md') ? `/docs/guides/${target}` : undefined)

const shown: readonly (readonly [title: string, text: string, html: string])[] = [
	['the title is left out', '# Fees\n\nTwo.', '<p>Two.</p>\n'],
	[
		'a heading has the anchor that GitHub gives it',
		'## The `fee`, twice',
		'<h2 id="the-fee-twice">The <code>fee</code>, twice</h2>\n',
	],
	['lower headings are of one level', '#### Deep', '<h3 id="deep">Deep</h3>\n'],
	[
		'a link to what is served leads there',
		'[*fees*](fees.md#a)',
		'<p><a href="/docs/guides/fees.md#a"><em>fees</em></a></p>\n',
	],
	[
		'any other link is its text',
		'[**x**](https://x.example), https://x.example',
		'<p><strong>x</strong>, https://x.example</p>\n',
	],
	['a link that would run a script is its text', '[x](javascript:alert(1))', '<p>x</p>\n'],
	[
		'a link’s target is escaped',
		'[x](fees.md#"><b>)',
		'<p><a href="/docs/guides/fees.md#&quot;&gt;&lt;b&gt;">x</a></p>\n',
	],
	['an image is its description', '![a <b>](x.png)', '<p>a &lt;b&gt;</p>\n'],
	['a comment is left out', '<!-- generated -->\n\nText.', '<p>Text.</p>\n'],
	['a block of HTML is escaped', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
	['HTML in a line is escaped', 'a <code>b <img src=x> *c*', '<p>a &lt;code&gt;b &lt;img src=x&gt; <em>c</em></p>\n'],
	['code is escaped', '```sh "><b>\n<x>\n```', '<pre><code class="language-sh">&lt;x&gt;\n</code></pre>\n'],
]
for (const [title, text, html] of shown) it(title, () => assert.equal(markdown(text, linkTo).html, html))
