"""The page of the whole machine: what a study is called, what its runs show, and its doors."""
