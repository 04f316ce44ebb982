import { alertRuleOffer, type AlertRuleKind, type AlertSeverity } from '@vermilion/contract/monitoring/alert-rules'
import { formatShare, unknownValue } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { Tone } from '#ui/feedback/status.tsx'
import { alertText } from './text.ts'

export const tones: Readonly<Record<AlertSeverity, Tone>> = { info: 'neutral', warning: 'warning', critical: 'bad' }

export function useRuleNames(): (rule: AlertRuleKind) => string {
  const language = useSystem((system) => system.lang)
  return (rule) => localize(alertRuleOffer(rule).name, language)
}

/** Formats a value or threshold in its rule's unit; empty for rules about single events. */
export function useValueFormat(): (rule: AlertRuleKind, value: number | null) => string {
  const t = useText(alertText)
  return (rule, value) => {
    const { threshold } = alertRuleOffer(rule)
    if (threshold === null) return ''
    if (value === null) return unknownValue
    switch (threshold.unit) {
      case 'share':
        return formatShare(value)
      case 'celsius':
        return `${Math.round(value)} °C`
      case 'minutes':
        return t('minutes', { count: Math.floor(value) })
      case 'days':
        return t('days', { count: Math.floor(value) })
    }
  }
}
