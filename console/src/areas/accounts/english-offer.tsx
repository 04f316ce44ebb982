import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { text } from './text.ts'

export function EnglishOffer() {
  const t = useText(text)
  const { lang, change } = useSystem()
  if (lang === 'en-US' || !readsEnglish(navigator.languages)) return null
  return (
    <Button block lang="en-US" onClick={() => change({ lang: 'en-US' })}>
      {t('continueInEnglish')}
    </Button>
  )
}

function readsEnglish(languages: readonly string[]): boolean {
  return (
    languages
      .find((tag) => /^(?:en|zh)\b/i.test(tag))
      ?.toLowerCase()
      .startsWith('en') === true
  )
}
