import type { RuleTester } from 'oxlint/plugins-dev'

/** oxlint gives no name to the type of a rule; this is the one its rule tester takes. */
export type Rule = Exclude<Parameters<RuleTester['run']>[1], { createOnce: unknown }>
type SourceCode = Parameters<Rule['create']>[0]['sourceCode']
export type Node = NonNullable<Parameters<SourceCode['getText']>[0]>
