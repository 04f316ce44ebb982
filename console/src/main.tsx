import '#app/base.css'
import '#ui/layout.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { call, session } from '#lib/api.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

await adoptSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

/** Adopts a token from the address and fetches the cookie that picture requests need, before any page renders. */
async function adoptSession(): Promise<void> {
  const address = session.adoptToken(location.href)
  if (address === null) return
  history.replaceState(history.state, '', address)
  const account = await call(accountEndpoints.me, {}).catch(() => undefined)
  if (account !== undefined) session.know(account.id)
}
