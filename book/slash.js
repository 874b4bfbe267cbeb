if (!/\/(index(\.html)?)?$/.test(location.pathname)) history.replaceState(null, "", location.pathname + "/" + location.search + location.hash);
