import { type Person, peopleEndpoints } from '@vermilion/contract/accounts/people'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { MenuAction } from '#ui/menu/menu-panel.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { attempt } from '#ui/feedback/use-action.ts'
import { peopleText } from './people-text.ts'

export interface MadePassword {
  readonly username: string
  readonly password: string
}

interface PersonActionNeeds {
  person: Person
  isOwn: boolean
  onMade: (made: MadePassword) => void
}

const { disablePerson, enablePerson, listPeople, resetPersonPassword, revokePersonTokens } = peopleEndpoints

/** Actions on an account. The own password is changed on the own account's page instead. */
export function usePersonActions({ person, isOwn, onMade }: PersonActionNeeds): MenuAction[] {
  const t = useText(peopleText)
  const { id: accountId, username: name, disabledAt, tokens } = person
  const params = { accountId }
  const done = (text: string | null) => {
    if (text !== null) notify.success(text)
    void refresh(listPeople.path)
  }
  const reset = () =>
    confirm({
      title: t('resetTitle', { name }),
      body: t('resetBody', { name }),
      action: t('reset'),
      danger: true,
      run: async () => {
        const { password } = await call(resetPersonPassword, { params, body: {} })
        if (password !== null) onMade({ username: name, password })
        done(null)
      },
    })
  const revoke = () =>
    confirm({
      title: t('revokeTitle', { name, count: tokens }),
      body: t('revokeBody'),
      action: t('revokeTokens'),
      danger: true,
      run: async () => done(t('didRevoke', { count: (await call(revokePersonTokens, { params })).revoked })),
    })
  const disable = () =>
    confirm({
      title: t('disableTitle', { name }),
      body: t('disableBody', { name }),
      action: t('disable'),
      danger: true,
      run: async () => {
        await call(disablePerson, { params })
        done(t('didDisable', { name }))
      },
    })
  const enable = () =>
    attempt(async () => {
      await call(enablePerson, { params })
      done(t('didEnable', { name }))
    })
  return [
    ...(isOwn ? [] : [{ key: 'reset', text: t('reset'), run: reset }]),
    ...(tokens > 0 ? [{ key: 'revoke', text: t('revokeTokens'), danger: true, run: revoke }] : []),
    ...(isOwn
      ? []
      : disabledAt === null
        ? [{ key: 'disable', text: t('disable'), danger: true, run: disable }]
        : [{ key: 'enable', text: t('enable'), run: () => void enable() }]),
  ]
}
