import '#app/base.css'
import '#ui/layout.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { adoptSession } from '#app/adopt-session.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

await adoptSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
