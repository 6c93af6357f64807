import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { makeQueryClient } from '../api/query_client.ts'
import { DesignProvider } from '../design/provider.tsx'
import { takeStrayFaults } from './plugins/stray_faults.ts'
import { makeRoutes } from './routes.tsx'

const client = makeQueryClient()
const router = createBrowserRouter(makeRoutes(client))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
takeStrayFaults()
createRoot(root).render(
  <StrictMode>
    <DesignProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </DesignProvider>
  </StrictMode>,
)
