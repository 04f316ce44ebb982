import { accountEndpoints } from '@vermilion/contract/accounts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUnsavedWork } from '#areas/annotation'
import { AssistantPanel } from '#areas/assistant'
import { WalkBar } from '#areas/welcome'
import { useConnection } from '#lib/events/connection.ts'
import { useText } from '#lib/i18n.ts'
import { followServerEvents } from '#lib/events/server-events.ts'
import { queryClient, read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { useAssistant } from '#ui/assistant/assistant.ts'
import { useHasAssistant } from '#ui/assistant/use-has-assistant.ts'
import { QuestionDialog } from '#ui/overlay/question-dialog.tsx'
import { OpenArea } from './disabled-areas.tsx'
import { Header } from './header/header.tsx'
import { Overlays } from './overlays.tsx'
import { forgetPlaces, useRememberedPlaces } from './recent-pages.ts'
import styles from './shell.module.css'
import { useFrameKeys } from './shortcuts/frame-keys.ts'
import { useSidebarForm } from './sidebar/sidebar-mode.ts'
import { Sidebar } from './sidebar/sidebar.tsx'
import { text } from './text.ts'

/** The shell of every page after the sign-in. Cached data of the user is dropped when it is unmounted. */
export function Shell() {
  useEffect(
    () => () => {
      queryClient.clear()
      forgetPlaces()
    },
    [],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  )
}

function Frame() {
  const t = useText(text)
  const [menuOpen, setMenuOpen] = useState(false)
  const { form, toggle } = useSidebarForm()
  const drawer = form === 'drawer'
  const firstSteps = useSystem((system) => system.firstSteps)
  const hasAssistant = useHasAssistant()
  const isAssistantOpen = useAssistant(({ isOpen }) => isOpen) && hasAssistant
  useEffect(followServerEvents, [])
  useUnsavedWork()
  useFrameKeys()
  useRememberedPlaces()
  // Renews the cookie for picture requests, and detects a dead session.
  const { data: me } = useQuery(read(accountEndpoints.me, {}))
  return (
    <div className="flex full-height">
      <a className={`${styles['skip']} fixed radius-8 ground-raised shadow`} href="#content">
        {t('skip')}
      </a>
      <Sidebar form={form} open={menuOpen} onClose={() => setMenuOpen(false)} />
      <div className="stack grow min-width-0" inert={drawer && menuOpen}>
        <Header form={form} menuOpen={menuOpen} onMenu={drawer ? () => setMenuOpen(true) : toggle} />
        <OfflineBar />
        {firstSteps !== null && firstSteps.accountId === me?.id && <WalkBar datasetId={firstSteps.datasetId} />}
        <main
          id="content"
          className="relative grow min-height-0 scroll no-outline"
          tabIndex={-1}
          data-scroll-restoration-id="content"
        >
          <OpenArea>
            <Outlet />
          </OpenArea>
        </main>
      </div>
      {isAssistantOpen && <AssistantPanel />}
      <QuestionDialog />
      <Overlays />
    </div>
  )
}

function OfflineBar() {
  const t = useText(text)
  const offline = useConnection(({ connection }) => connection === 'offline')
  return (
    <output className={`${styles['offline']} block text-ink font-13`} hidden={!offline}>
      {offline && t('offline')}
    </output>
  )
}
