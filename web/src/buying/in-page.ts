/** The tool in the page, with interpreters of its own. */
import type { BuyingFixed, Judged, OpenedPool } from "../data/types";
import { unpacked } from "../data/gzip";
import { isSmall, Pair } from "../lab/pair";
import type { Page } from "../python/page-parts";
import type { WorkerClient } from "../python/worker-client";
import { find } from "../ui/dom";
import { BuyingView } from "./buying";

export async function bringBuying(
  root: HTMLElement,
  { live, edition }: Page,
  storage: Storage | null,
  make: (isFresh: boolean) => WorkerClient,
): Promise<void> {
  const fixed = JSON.parse(find(root.parentElement as HTMLElement, ".buying-data").textContent) as BuyingFixed;
  const fetched = async <T>(name: string): Promise<T> => {
    const answer = await fetch(new URL(`buying/${name}.json.gz`, live));
    if (!answer.ok || !answer.body) throw new Error(`the pools could not be loaded: ${answer.status}`);
    return (await new Response(await unpacked(answer.body)).json()) as T;
  };
  const edges = new Map<string, Promise<Record<number, OpenedPool>>>();
  const edgeOf = (purchase: string): Promise<Record<number, OpenedPool>> => {
    const edge = edges.get(purchase) ?? fetched<Record<number, OpenedPool>>(`${purchase}-edge`);
    edges.set(purchase, edge);
    return edge;
  };
  const judged = await fetched<Judged>(fixed.purchases[0]?.name ?? "");
  new BuyingView(root, fixed, judged, {
    edition,
    storage,
    built: (purchase) => ({
      judged: () => fetched<Judged>(purchase),
      edge: () => edgeOf(purchase),
    }),
    refines: !isSmall(),
    asker: new Pair(make, "buying"),
  });
}
