import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What a process holds for longer than a request, by file and name; and why it cannot grow without end. */
const HELD: Record<string, string> = {
  'app/connections/refresh.ts underWay': 'one for each connection that is just being refreshed',
  'app/files/tus.ts #holders': 'one for each piece of a file that is just coming in',
  'app/files/upload_places.ts coming': 'one for each file that is just coming in',
  'app/forms/draft.ts draftCache': 'least recently used, by weight',
  'app/forms/event_stream.ts open': 'one for each open connection',
  'app/forms/events.ts listeners': 'one for each form that an open connection watches',
  'app/forms/events.ts waiting': 'emptied every 50 ms',
  'app/forms/states.ts lastKnown': 'least recently used, by number',
  'app/forms/states.ts stateCache': 'least recently used, by number',
  'app/forms/styles_apart.ts styleCache': 'least recently used, by weight',
  'app/forms/versions.ts versionCache': 'least recently used, by weight',
  'app/forms/watched_forms.ts asked': 'emptied in the same turn of the event loop',
  'app/http/counted_request.ts #arrived': 'of one request, handed on in the next turn',
  'app/http/entrance.ts owners': 'least recently used, by number',
  'app/http/entrance.ts parts': 'one for each part of the application that has addresses',
  'app/http/fair_queue.ts #lines':
    'what has come or was answered and does not go on yet, for some milliseconds',
  'app/http/fair_queue.ts #taken': 'owners of what was begun in the last seconds',
  'app/http/frontend.ts manifests': 'one for each bundle',
  'app/http/held_bytes.ts #held': 'requests and answers under way, whose bytes it bounds',
  'app/http/in_slices.ts lines': 'one for each workspace whose slices are under way',
  'app/http/later_files.ts seen': 'of one call',
  'app/http/load_shedding.ts lines': 'those who wait, each line bounded and for a time',
  'app/http/load_shedding.ts underWay': 'one for each name of what is under way, which is bounded itself',
  'app/http/page_files.ts fileCache': 'least recently used, by number',
  'app/http/page_weight.ts weightCache': 'least recently used, by number',
  'app/http/sending_places.ts sendings': 'answers that are on their way, which are bounded',
  'app/integrations/background.ts #leases': 'as many as attempts may run',
  'app/integrations/background.ts #running': 'as many as attempts may run',
  'app/integrations/condition.ts conditionCache': 'least recently used, by number',
  'app/jobs/jobs.ts #workers': 'one for each queue',
  'app/outbound/host_slots.ts #hosts': 'one for each host of a call under way',
  'app/outbox/consume_outbox.ts backoff': 'those of the last five seconds',
  'app/outbox/consume_outbox.ts served': 'by number (MOST_SERVED)',
  'app/outbox/notify.ts pending': 'one for each of two notices',
  'app/plugins/fault_counts.ts #fresh': 'by number (MOST)',
  'app/plugins/registry.ts #fields': 'what is installed',
  'app/plugins/registry.ts #integrations': 'what is installed',
  'app/plugins/registry.ts #layouts': 'what is installed',
  'app/plugins/registry.ts #reported': 'by number (MOST_FAULTS)',
  'app/plugins/registry.ts #services': 'what is installed',
  'app/respond/page/draw_apart.ts #known': 'least recently used, by number',
  'app/respond/page/draw_apart.ts #waiting': 'pages that are being drawn, in a line that is bounded',
  'app/respond/page/drawing_thread.ts formCache': 'least recently used, by number',
  'app/respond/page/example_form.ts compiled': 'one for each theme',
  'app/respond/page/page_cache.ts pageCache': 'least recently used, by weight',
  'app/respond/submission/batcher.ts #waiting': 'submissions under way, which are bounded',
  'app/respond/submission/count_claims.ts counted': 'least recently used, by number',
  'app/respond/submission/names.ts cleared': 'of one request, whose entries are bounded',
  'app/respond/submission/names.ts passed': 'of one request, whose entries are bounded',
  'app/respond/submission/names.ts problems': 'of one request, whose entries are bounded',
  'app/respond/submission/names.ts raws': 'of one request, whose entries are bounded',
  'app/respond/submission/names.ts unnamed': 'of one request, whose entries are bounded',
  'app/respond/submission/names.ts unread': 'of one request, whose entries are bounded',
  'app/respond/submission/names.ts whole': 'of one request, whose entries are bounded',
  'app/respond/submission/store_submission.ts batchers': 'one for each form that is just storing something',
  'app/respond/visit/refusal_page.ts plainPages': 'one for each reason why there is nothing to fill in',
  'app/submissions/columns.ts #addresses': 'of one table, whose columns are bounded',
  'app/submissions/columns.ts #fillers': 'of one table, whose versions are bounded',
  'app/submissions/columns.ts #kinds': 'of one table, whose columns are bounded',
  'app/submissions/columns.ts #places': 'of one table, whose columns are bounded',
  'app/submissions/columns.ts all': 'of one table, whose versions are bounded',
  'app/submissions/load_table.ts newestCache': 'least recently used, by number',
  'app/submissions/load_table.ts tableCache': 'least recently used, by weight',
  'app/submissions/summarise.ts #readers': 'of one summary, one for each version of its form',
  'app/workspaces/announcement.ts #listeners': 'one for each background',
  'engine/bound/bound_field.ts NO_LABELS': 'never filled',
  'engine/logic/interpreter/big_decimal.ts powers': 'one for each power of ten that a decimal may have',
  'packages/kit/clock.ts formats': 'by number (MOST_FORMATS)',
  'packages/kit/decimal.ts formats': 'by number (MOST_FORMATS)',
  'packages/kit/pattern.ts programCache': 'least recently used, by number',
}

/** Modules, and objects of the server, which live as long as it: not what a function makes for its own time. */
const HOLDERS: Record<string, RegExp> = {
  '{app,config,engine,packages/kit,plugins,providers,start,frontend/respondent}/**/*.{ts,tsx}': holder(
    '(?:export )?(?:const|let) ',
  ),
  'app/**/*.ts': holder('  (?:private |protected |public |static |override )*(?:readonly )?'),
}

/** Sources that only browsers load: what is remembered there lives as long as a page. */
const BROWSERS = /^frontend\/respondent\/live|\/live\.tsx$/

function holder(before: string): RegExp {
  const made = String.raw`(?:new (Map|Set|LRUCache)\b(?:<.*>)?\(\s*(\{[^}]*|[^)\n]*)|\[\]$|\{\}$)`
  return new RegExp(String.raw`^${before}(#?\w+)(?:: [^=\n]+)? = ${made}`, 'gm')
}

function held(pattern: string, holder: RegExp) {
  return fs.globSync(pattern, { cwd: ROOT }).flatMap((file) => {
    if (/\.(spec|fixture)\.tsx?$|node_modules/.test(file) || BROWSERS.test(file)) return []
    const text = fs.readFileSync(`${ROOT}${file}`, 'utf8')
    return [...text.matchAll(holder)].flatMap(([, name, kind, made]) => {
      const grows = new RegExp(
        String.raw`(?<![\w#])${name}(\.(set|add|push|unshift)\(|\[[^\]]+\] (\?\?)?= )`,
      ).test(text)
      // what is made empty is filled under whatever name it is handed on
      const isEmpty = kind !== undefined && made.trim() === ''
      return kind === 'LRUCache' || isEmpty || grows ? [{ place: `${file} ${name}`, kind, made }] : []
    })
  })
}

test.group('What a process remembers', () => {
  test('is known, and each has a bound', ({ assert }) => {
    const found = Object.entries(HOLDERS).flatMap(([pattern, holder]) => held(pattern, holder))
    assert.deepEqual(found.map(({ place }) => place).sort(), Object.keys(HELD).sort())
    for (const { place, kind, made } of found)
      if (kind === 'LRUCache') assert.match(made, /\bmax(Size)?: /, place)
  })
})
